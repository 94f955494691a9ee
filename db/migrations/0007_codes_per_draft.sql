DROP INDEX "billings_one_draft";--> statement-breakpoint
ALTER TABLE "otp_challenges" ADD COLUMN "asker" text DEFAULT '' NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX "billings_one_draft" ON "billings" USING btree ("user_id") WHERE "billings"."state" = 'draft' and "billings"."channel" = 'dashboard';