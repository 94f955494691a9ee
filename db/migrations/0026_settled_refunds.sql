ALTER TABLE "payment_refunds" DROP CONSTRAINT "payment_refunds_state_known";--> statement-breakpoint
ALTER TABLE "payment_refunds" DROP CONSTRAINT "payment_refunds_known_to_gateway";--> statement-breakpoint
ALTER TABLE "payment_refunds" ADD CONSTRAINT "payment_refunds_state_known" CHECK ("payment_refunds"."state" in ('due', 'pending', 'processed', 'failed', 'settled'));--> statement-breakpoint
ALTER TABLE "payment_refunds" ADD CONSTRAINT "payment_refunds_known_to_gateway" CHECK ("payment_refunds"."state" in ('due', 'failed', 'settled') or "payment_refunds"."refund_ref" is not null);