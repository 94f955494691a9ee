CREATE TABLE "mailing_recipients" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"mailing_id" uuid NOT NULL,
	"subjects" uuid[] NOT NULL,
	"head_id" uuid,
	"outbound_id" uuid,
	"done_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "mailings" (
	"id" uuid PRIMARY KEY NOT NULL,
	"target" text NOT NULL,
	"texts" jsonb NOT NULL,
	"run_by" uuid NOT NULL,
	"started_at" timestamp with time zone DEFAULT now() NOT NULL,
	"stopped_at" timestamp with time zone,
	"ended_at" timestamp with time zone,
	CONSTRAINT "mailings_target_known" CHECK ("mailings"."target" in ('adoptions', 'offices'))
);
--> statement-breakpoint
ALTER TABLE "conversation_messages" ADD COLUMN "mailing_id" uuid;--> statement-breakpoint
ALTER TABLE "mailing_recipients" ADD CONSTRAINT "mailing_recipients_mailing_id_mailings_id_fk" FOREIGN KEY ("mailing_id") REFERENCES "public"."mailings"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "mailing_recipients_waiting" ON "mailing_recipients" USING btree ("mailing_id","id") WHERE "mailing_recipients"."done_at" is null;--> statement-breakpoint
CREATE INDEX "mailing_recipients_mailing" ON "mailing_recipients" USING btree ("mailing_id");--> statement-breakpoint
CREATE INDEX "mailings_running" ON "mailings" USING btree ("started_at") WHERE "mailings"."stopped_at" is null and "mailings"."ended_at" is null;--> statement-breakpoint
ALTER TABLE "conversation_messages" ADD CONSTRAINT "conversation_messages_mailing_id_mailings_id_fk" FOREIGN KEY ("mailing_id") REFERENCES "public"."mailings"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "conversation_messages_mailing" ON "conversation_messages" USING btree ("mailing_id",coalesce("billing_id", "institute_id")) WHERE "conversation_messages"."mailing_id" is not null;