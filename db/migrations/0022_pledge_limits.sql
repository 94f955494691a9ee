CREATE TABLE "alerts" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"kind" text NOT NULL,
	"subject" text NOT NULL,
	"billing_id" uuid,
	"value" integer NOT NULL,
	"most" integer,
	"raised_at" timestamp with time zone DEFAULT now() NOT NULL,
	"last_at" timestamp with time zone DEFAULT now() NOT NULL,
	"reason" text,
	"looked_at_by" uuid,
	"looked_at" timestamp with time zone,
	CONSTRAINT "alerts_kind_known" CHECK ("alerts"."kind" in ('codes', 'limit', 'network', 'fast')),
	CONSTRAINT "alerts_looked_at" CHECK (("alerts"."looked_at" is null) = ("alerts"."reason" is null) and ("alerts"."looked_at" is null) = ("alerts"."looked_at_by" is null))
);
--> statement-breakpoint
ALTER TABLE "alerts" ADD CONSTRAINT "alerts_billing_id_billings_id_fk" FOREIGN KEY ("billing_id") REFERENCES "public"."billings"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "alerts_open_subject" ON "alerts" USING btree ("kind","subject") WHERE "alerts"."looked_at" is null;--> statement-breakpoint
CREATE INDEX "alerts_open" ON "alerts" USING btree ("raised_at") WHERE "alerts"."looked_at" is null;--> statement-breakpoint
CREATE INDEX "alerts_billing" ON "alerts" USING btree ("billing_id");--> statement-breakpoint
CREATE INDEX "otp_challenges_asker" ON "otp_challenges" USING btree ("asker") WHERE "otp_challenges"."asker" <> '';