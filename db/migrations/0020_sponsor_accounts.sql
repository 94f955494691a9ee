ALTER TABLE "otp_challenges" DROP CONSTRAINT "otp_challenges_billing_when_adopting";--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "password_at" timestamp with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
UPDATE "sessions" SET "password_at" = "created_at";--> statement-breakpoint
ALTER TABLE "otp_challenges" ADD CONSTRAINT "otp_challenges_billing_when_adopting" CHECK (("otp_challenges"."purpose" in ('email', 'new_email', 'password')) = ("otp_challenges"."billing_id" is null));