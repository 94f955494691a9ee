ALTER TABLE "otp_challenges" ADD COLUMN "counted_by" text[];--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "is_at_bank" boolean DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX "otp_challenges_used" ON "otp_challenges" USING btree ("created_at") WHERE "otp_challenges"."consumed_at" is not null and "otp_challenges"."counted_by" is not null;