ALTER TABLE "bank_receipts" ADD COLUMN "matched_by" uuid;--> statement-breakpoint
CREATE INDEX "billings_paid_back" ON "billings" USING btree ("id") WHERE "billings"."refunded_paise" > 0;