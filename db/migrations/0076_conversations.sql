CREATE TABLE "conversation_messages" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"billing_id" uuid,
	"institute_id" uuid,
	"side" text NOT NULL,
	"text" text NOT NULL,
	"author_id" uuid,
	"person" text,
	"at" timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
	"answered_at" timestamp with time zone,
	CONSTRAINT "conversation_messages_side_known" CHECK ("conversation_messages"."side" in ('department', 'sponsor', 'office')),
	CONSTRAINT "conversation_messages_one_thread" CHECK (("conversation_messages"."billing_id" is null) <> ("conversation_messages"."institute_id" is null)),
	CONSTRAINT "conversation_messages_side_of_thread" CHECK ("conversation_messages"."side" <> case when "conversation_messages"."billing_id" is null then 'sponsor' else 'office' end),
	CONSTRAINT "conversation_messages_length" CHECK (char_length("conversation_messages"."text") <= 2000),
	CONSTRAINT "conversation_messages_answered" CHECK ("conversation_messages"."answered_at" is null or "conversation_messages"."side" <> 'department')
);
--> statement-breakpoint
ALTER TABLE "conversation_messages" ADD CONSTRAINT "conversation_messages_billing_id_billings_id_fk" FOREIGN KEY ("billing_id") REFERENCES "public"."billings"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "conversation_messages" ADD CONSTRAINT "conversation_messages_institute_id_institutes_id_fk" FOREIGN KEY ("institute_id") REFERENCES "public"."institutes"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "conversation_messages_billing" ON "conversation_messages" USING btree ("billing_id","at") WHERE "conversation_messages"."billing_id" is not null;--> statement-breakpoint
CREATE INDEX "conversation_messages_institute" ON "conversation_messages" USING btree ("institute_id","at") WHERE "conversation_messages"."institute_id" is not null;--> statement-breakpoint
CREATE INDEX "conversation_messages_author" ON "conversation_messages" USING btree ("author_id");--> statement-breakpoint
CREATE INDEX "conversation_messages_open" ON "conversation_messages" USING btree ("at") WHERE "conversation_messages"."answered_at" is null and "conversation_messages"."side" <> 'department';