DROP INDEX "otp_challenges_used";--> statement-breakpoint
CREATE INDEX "otp_challenges_counted" ON "otp_challenges" USING btree ("created_at") WHERE "otp_challenges"."counted_by" is not null;