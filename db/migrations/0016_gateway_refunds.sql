ALTER TABLE "refunds" DROP CONSTRAINT "refunds_confirmed_by";--> statement-breakpoint
ALTER TABLE "payment_refunds" DROP CONSTRAINT "payment_refunds_reason_known";--> statement-breakpoint
ALTER TABLE "refunds" ALTER COLUMN "recorded_by" DROP NOT NULL;--> statement-breakpoint
CREATE INDEX "payment_notices_disputes" ON "payment_notices" USING btree ("provider","gateway_id") WHERE "payment_notices"."outcome" in ('disputed', 'dispute_over');--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_recorded_by" CHECK ("refunds"."recorded_by" is not null or "refunds"."mode" = 'gateway');--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_confirmed_by" CHECK (("refunds"."state" in ('done', 'failed')) = ("refunds"."confirmed_at" is not null) and ("refunds"."confirmed_by" is not null or "refunds"."confirmed_at" is null or "refunds"."recorded_by" is null));--> statement-breakpoint
ALTER TABLE "payment_refunds" ADD CONSTRAINT "payment_refunds_reason_known" CHECK ("payment_refunds"."reason" in ('paid_too_late', 'paid_again', 'payment_not_accepted', 'excess', 'cancelled', 'reduced', 'dashboard'));