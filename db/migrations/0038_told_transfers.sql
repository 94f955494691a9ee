CREATE TABLE "transfer_notices" (
	"billing_id" uuid PRIMARY KEY NOT NULL,
	"utr" text NOT NULL,
	"paid_on" date NOT NULL,
	"tds_paise" bigint DEFAULT 0 NOT NULL,
	"payer" text DEFAULT '' NOT NULL,
	"told_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "transfer_notices_utr_shape" CHECK ("transfer_notices"."utr" ~ '^[A-Z0-9]{6,30}$'),
	CONSTRAINT "transfer_notices_tds_range" CHECK ("transfer_notices"."tds_paise" >= 0)
);
--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "billing_details" jsonb;--> statement-breakpoint
ALTER TABLE "transfer_notices" ADD CONSTRAINT "transfer_notices_billing_id_billings_id_fk" FOREIGN KEY ("billing_id") REFERENCES "public"."billings"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
-- The details that forms have shown so far: those of an account's newest adoption.
UPDATE "users" u
   SET "billing_details" = d.details
  FROM (SELECT DISTINCT ON (b.user_id) b.user_id, b.paper_details - 'purchase_order' AS details
          FROM "billings" b WHERE b.paper_details IS NOT NULL ORDER BY b.user_id, b.verified_at DESC, b.id) d
 WHERE d.user_id = u.id AND u.kind = 'registered';
