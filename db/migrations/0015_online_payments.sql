CREATE TABLE "payment_notices" (
	"provider" text NOT NULL,
	"event_id" text NOT NULL,
	"kind" text NOT NULL,
	"gateway_id" text,
	"outcome" text NOT NULL,
	"received_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "payment_notices_provider_event_id_pk" PRIMARY KEY("provider","event_id")
);
--> statement-breakpoint
CREATE TABLE "payment_refunds" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"payment_id" uuid NOT NULL,
	"billing_id" uuid NOT NULL,
	"amount_paise" bigint NOT NULL,
	"reason" text NOT NULL,
	"state" text DEFAULT 'due' NOT NULL,
	"refund_ref" text,
	"bank_reference" text,
	"tries" integer DEFAULT 0 NOT NULL,
	"next_try_at" timestamp with time zone DEFAULT now(),
	"failure_reason" text,
	"due_at" timestamp with time zone DEFAULT now() NOT NULL,
	"processed_at" timestamp with time zone,
	CONSTRAINT "payment_refunds_refund_ref_unique" UNIQUE("refund_ref"),
	CONSTRAINT "payment_refunds_reason_known" CHECK ("payment_refunds"."reason" in ('paid_too_late', 'paid_again', 'payment_not_accepted', 'excess', 'cancelled', 'reduced')),
	CONSTRAINT "payment_refunds_state_known" CHECK ("payment_refunds"."state" in ('due', 'pending', 'processed', 'failed')),
	CONSTRAINT "payment_refunds_amount_positive" CHECK ("payment_refunds"."amount_paise" > 0),
	CONSTRAINT "payment_refunds_processed" CHECK (("payment_refunds"."state" = 'processed') = ("payment_refunds"."processed_at" is not null)),
	CONSTRAINT "payment_refunds_known_to_gateway" CHECK ("payment_refunds"."state" in ('due', 'failed') or "payment_refunds"."refund_ref" is not null)
);
--> statement-breakpoint
CREATE TABLE "settlement_items" (
	"provider" text NOT NULL,
	"entity_id" text NOT NULL,
	"type" text NOT NULL,
	"transaction_id" text,
	"reference" text,
	"credit_paise" bigint NOT NULL,
	"debit_paise" bigint NOT NULL,
	"amount_paise" bigint NOT NULL,
	"fee_paise" bigint NOT NULL,
	"tax_paise" bigint NOT NULL,
	"settlement_id" text,
	"utr" text,
	"settled_at" timestamp with time zone,
	"day" date NOT NULL,
	CONSTRAINT "settlement_items_provider_entity_id_pk" PRIMARY KEY("provider","entity_id"),
	CONSTRAINT "settlement_items_type_known" CHECK ("settlement_items"."type" in ('payment', 'refund', 'transfer', 'adjustment'))
);
--> statement-breakpoint
ALTER TABLE "billings" DROP CONSTRAINT "billings_state_of_channel";--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "is_test" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "provider_ref" text;--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "captured_paise" bigint;--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "captured_currency" text;--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "method_used" text;--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "fee_paise" bigint;--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "tax_paise" bigint;--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "failure_reason" text;--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "expires_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "next_check_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "tries" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "payment_refunds" ADD CONSTRAINT "payment_refunds_payment_id_payments_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."payments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment_refunds" ADD CONSTRAINT "payment_refunds_billing_id_billings_id_fk" FOREIGN KEY ("billing_id") REFERENCES "public"."billings"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "payment_notices_received" ON "payment_notices" USING btree ("received_at");--> statement-breakpoint
CREATE UNIQUE INDEX "payment_refunds_automatic" ON "payment_refunds" USING btree ("payment_id") WHERE "payment_refunds"."reason" in ('paid_too_late', 'paid_again', 'payment_not_accepted', 'excess');--> statement-breakpoint
CREATE INDEX "payment_refunds_payment" ON "payment_refunds" USING btree ("payment_id");--> statement-breakpoint
CREATE INDEX "payment_refunds_billing" ON "payment_refunds" USING btree ("billing_id");--> statement-breakpoint
CREATE INDEX "payment_refunds_next" ON "payment_refunds" USING btree ("next_try_at") WHERE "payment_refunds"."next_try_at" is not null;--> statement-breakpoint
CREATE INDEX "payment_refunds_open" ON "payment_refunds" USING btree ("due_at") WHERE "payment_refunds"."state" <> 'processed';--> statement-breakpoint
CREATE INDEX "settlement_items_day" ON "settlement_items" USING btree ("day");--> statement-breakpoint
CREATE INDEX "settlement_items_transaction" ON "settlement_items" USING btree ("provider","transaction_id") WHERE "settlement_items"."transaction_id" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "payments_provider_ref" ON "payments" USING btree ("provider","provider_ref") WHERE "payments"."provider_ref" is not null;--> statement-breakpoint
CREATE INDEX "payments_check" ON "payments" USING btree ("next_check_at") WHERE "payments"."next_check_at" is not null;--> statement-breakpoint
-- What was captured so far was the exact amount. Open payments are asked about by the job from now on.
UPDATE "payments" SET "is_test" = true WHERE "provider" = 'sandbox';--> statement-breakpoint
UPDATE "payments" SET "captured_paise" = "amount_paise", "captured_currency" = 'INR' WHERE "transaction_id" IS NOT NULL;--> statement-breakpoint
UPDATE "payments" SET "expires_at" = "created_at" + interval '16 minutes', "next_check_at" = now(),
       "provider_ref" = CASE "provider" WHEN 'sandbox' THEN 'SBX-' || "id" || '-' || "amount_paise" END
 WHERE "status" = 'started';--> statement-breakpoint
-- Money that is owed back already, less what administrators have paid back or are paying back by bank transfer.
INSERT INTO "payment_refunds" ("payment_id", "billing_id", "amount_paise", "reason", "due_at")
SELECT "id", "billing_id", least("amount_paise", "owed"), "reason", "settled_at"
  FROM (SELECT p."id", p."billing_id", p."amount_paise", p."settled_at",
               CASE WHEN b."state" IN ('refund_due', 'refunded') THEN 'paid_too_late' ELSE 'paid_again' END AS "reason",
               b."received_paise" - b."refunded_paise"
                 - CASE WHEN b."state" IN ('pledged', 'completed') THEN b."total_paise" ELSE 0 END
                 - (SELECT coalesce(sum(r."amount_paise"), 0) FROM "refunds" r WHERE r."billing_id" = b."id" AND r."state" = 'recorded')
                 - (sum(p."amount_paise") OVER (PARTITION BY p."billing_id" ORDER BY p."settled_at" DESC, p."id") - p."amount_paise") AS "owed"
          FROM "payments" p JOIN "billings" b ON b."id" = p."billing_id" WHERE p."status" = 'refund_due') due
 WHERE least("amount_paise", "owed") > 0;--> statement-breakpoint
ALTER TABLE "billings" ADD CONSTRAINT "billings_state_of_channel" CHECK ("billings"."channel" = 'dashboard' or "billings"."state" in ('draft', 'pledged', 'completed', 'lapsed', 'refund_due', 'refunded', 'replaced', 'cancelled'));--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_transaction_has_amount" CHECK (("payments"."transaction_id" is not null) = ("payments"."captured_paise" is not null) and ("payments"."captured_paise" is null) = ("payments"."captured_currency" is null));--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_captured_is_exact" CHECK ("payments"."status" <> 'captured' or ("payments"."captured_paise" = "payments"."amount_paise" and "payments"."captured_currency" = 'INR'));--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_fee_range" CHECK ("payments"."fee_paise" >= 0 and "payments"."tax_paise" between 0 and "payments"."fee_paise");--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_checked_while_open" CHECK ("payments"."next_check_at" is null or "payments"."status" = 'started');
