-- A reference that an administrator records can be told by a sponsor, too, and of a transfer of a part its amount.
ALTER TABLE "transfer_notices" DROP CONSTRAINT "transfer_notices_utr_shape";--> statement-breakpoint
ALTER TABLE "transfer_notices" ADD COLUMN "amount_paise" bigint;--> statement-breakpoint
ALTER TABLE "transfer_notices" ADD CONSTRAINT "transfer_notices_amount_positive" CHECK ("transfer_notices"."amount_paise" > 0);--> statement-breakpoint
ALTER TABLE "transfer_notices" ADD CONSTRAINT "transfer_notices_utr_shape" CHECK ("transfer_notices"."utr" ~ '^[A-Z0-9/_.-]{4,35}$');--> statement-breakpoint
-- The PAN of the receiving body has the form that a company's has: what has another one is none.
UPDATE "settings" SET "value" = jsonb_set("value", '{pan}', '""')
 WHERE "group" = 'body' AND "value"->>'pan' !~ '^([A-Z]{3}[ABCFGHJLPT][A-Z][0-9]{4}[A-Z])?$';
