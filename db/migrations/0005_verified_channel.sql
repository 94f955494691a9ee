ALTER TABLE "billings" ADD COLUMN "verified_channel" text;--> statement-breakpoint
ALTER TABLE "otp_challenges" ADD COLUMN "delivered_to" text;--> statement-breakpoint
ALTER TABLE "billings" ADD CONSTRAINT "billings_verified_channel" CHECK ("billings"."verified_channel" is null or ("billings"."verified_channel" in ('email', 'phone') and "billings"."verified_at" is not null));--> statement-breakpoint
ALTER TABLE "otp_challenges" ADD CONSTRAINT "otp_challenges_delivered_to_known" CHECK ("otp_challenges"."delivered_to" in ('email', 'phone'));--> statement-breakpoint
-- What is known of the time before: codes of the dashboard may have come by e-mail in place of a text, so theirs stays unknown.
UPDATE "otp_challenges" SET "delivered_to" = "channel" WHERE "purpose" <> 'dashboard_adoption';--> statement-breakpoint
-- The code that verified an adoption was consumed by the same statement, at the same moment; others were spent on seats that were gone.
UPDATE "billings" b SET "verified_channel" = c."delivered_to"
  FROM "otp_challenges" c
 WHERE c."billing_id" = b."id" AND c."consumed_at" = b."verified_at" AND c."delivered_to" IS NOT NULL;
