CREATE TABLE "payments" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"billing_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"provider" text NOT NULL,
	"method" text NOT NULL,
	"amount_paise" bigint NOT NULL,
	"status" text DEFAULT 'started' NOT NULL,
	"transaction_id" text,
	"idempotency_key" text,
	"request_hash" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"settled_at" timestamp with time zone,
	CONSTRAINT "payments_transaction_id_unique" UNIQUE("transaction_id"),
	CONSTRAINT "payments_status_known" CHECK ("payments"."status" in ('started', 'captured', 'failed', 'refund_due')),
	CONSTRAINT "payments_method_known" CHECK ("payments"."method" in ('card', 'upi', 'netbanking')),
	CONSTRAINT "payments_amount_positive" CHECK ("payments"."amount_paise" >= 0),
	CONSTRAINT "payments_captured_has_transaction" CHECK (("payments"."status" in ('captured', 'refund_due')) = ("payments"."transaction_id" is not null)),
	CONSTRAINT "payments_settled_when_over" CHECK (("payments"."status" = 'started') = ("payments"."settled_at" is null))
);
--> statement-breakpoint
CREATE TABLE "sessions" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" uuid NOT NULL,
	"token_hash" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	CONSTRAINT "sessions_token_hash_unique" UNIQUE("token_hash")
);
--> statement-breakpoint
ALTER TABLE "billings" DROP CONSTRAINT "billings_verified_when_pledged";--> statement-breakpoint
ALTER TABLE "billings" DROP CONSTRAINT "billings_state_known";--> statement-breakpoint
ALTER TABLE "otp_challenges" ALTER COLUMN "billing_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "billings" ADD COLUMN "hold_expires_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "password_hash" text;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "email_verified_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_billing_id_billings_id_fk" FOREIGN KEY ("billing_id") REFERENCES "public"."billings"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "payments_one_open" ON "payments" USING btree ("billing_id") WHERE "payments"."status" in ('started', 'captured');--> statement-breakpoint
CREATE UNIQUE INDEX "payments_key" ON "payments" USING btree ("user_id","idempotency_key") WHERE "payments"."idempotency_key" is not null;--> statement-breakpoint
CREATE INDEX "payments_billing" ON "payments" USING btree ("billing_id");--> statement-breakpoint
CREATE INDEX "sessions_user" ON "sessions" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "sessions_expires" ON "sessions" USING btree ("expires_at");--> statement-breakpoint
CREATE UNIQUE INDEX "billings_one_hold" ON "billings" USING btree ("user_id") WHERE "billings"."state" = 'held';--> statement-breakpoint
CREATE INDEX "billings_hold_expires" ON "billings" USING btree ("hold_expires_at") WHERE "billings"."state" = 'held';--> statement-breakpoint
ALTER TABLE "billings" ADD CONSTRAINT "billings_verified_by_state" CHECK (case "billings"."state" when 'draft' then "billings"."verified_at" is null when 'replaced' then true else "billings"."verified_at" is not null end);--> statement-breakpoint
ALTER TABLE "billings" ADD CONSTRAINT "billings_window_by_state" CHECK (case when "billings"."channel" = 'public' or "billings"."state" = 'draft' then "billings"."hold_expires_at" is null when "billings"."state" = 'replaced' then true else "billings"."hold_expires_at" is not null end);--> statement-breakpoint
ALTER TABLE "billings" ADD CONSTRAINT "billings_state_of_channel" CHECK ("billings"."state" in ('draft', 'replaced') or ("billings"."channel" = 'public') = ("billings"."state" = 'pledged'));--> statement-breakpoint
ALTER TABLE "billings" ADD CONSTRAINT "billings_state_known" CHECK ("billings"."state" in ('draft', 'pledged', 'held', 'completed', 'expired', 'refund_due', 'replaced'));--> statement-breakpoint
ALTER TABLE "users" ADD CONSTRAINT "users_password_when_registered" CHECK (("users"."kind" = 'registered') = ("users"."password_hash" is not null));--> statement-breakpoint
ALTER TABLE "otp_challenges" ADD CONSTRAINT "otp_challenges_billing_when_adopting" CHECK (("otp_challenges"."purpose" = 'email') = ("otp_challenges"."billing_id" is null));