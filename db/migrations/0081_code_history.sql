ALTER TABLE "otp_challenges" ADD COLUMN "failure" text;--> statement-breakpoint
ALTER TABLE "otp_challenges" ADD COLUMN "refused_requests" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "otp_challenges" ADD COLUMN "refused_at" timestamp with time zone;