ALTER TABLE "outbound_messages" ALTER COLUMN "billing_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "outbound_messages" ADD COLUMN "recipient" text;--> statement-breakpoint
ALTER TABLE "outbound_messages" ADD COLUMN "locale" text;--> statement-breakpoint
ALTER TABLE "outbound_messages" ADD CONSTRAINT "outbound_messages_addressed" CHECK (("outbound_messages"."billing_id" is null) = ("outbound_messages"."recipient" is not null) and ("outbound_messages"."recipient" is null) = ("outbound_messages"."locale" is null));