CREATE INDEX "papers_register" ON "papers" USING btree ("financial_year","series","number");--> statement-breakpoint
CREATE INDEX "papers_replaces" ON "papers" USING btree ("replaces_id") WHERE "papers"."replaces_id" is not null;--> statement-breakpoint
CREATE INDEX "bank_receipts_day" ON "bank_receipts" USING btree ("credited_on","id");--> statement-breakpoint
CREATE INDEX "payments_received" ON "payments" USING btree ((("settled_at" at time zone 'Asia/Kolkata')::date),"id") WHERE "payments"."captured_paise" = "payments"."amount_paise" and "payments"."captured_currency" = 'INR';