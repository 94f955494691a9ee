CREATE TABLE "bank_receipts" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"billing_id" uuid,
	"mode" text NOT NULL,
	"credited_on" date NOT NULL,
	"amount_paise" bigint NOT NULL,
	"tds_paise" bigint DEFAULT 0 NOT NULL,
	"reference" text NOT NULL,
	"payer" text NOT NULL,
	"payer_bank" text DEFAULT '' NOT NULL,
	"remark" text DEFAULT '' NOT NULL,
	"state" text DEFAULT 'recorded' NOT NULL,
	"recorded_by" uuid NOT NULL,
	"recorded_at" timestamp with time zone DEFAULT now() NOT NULL,
	"confirmed_by" uuid,
	"confirmed_at" timestamp with time zone,
	CONSTRAINT "bank_receipts_mode_known" CHECK ("bank_receipts"."mode" in ('NEFT', 'RTGS', 'IMPS', 'UPI', 'cheque', 'demand_draft')),
	CONSTRAINT "bank_receipts_state_known" CHECK ("bank_receipts"."state" in ('recorded', 'confirmed', 'rejected', 'bounced')),
	CONSTRAINT "bank_receipts_amount_positive" CHECK ("bank_receipts"."amount_paise" > 0 and "bank_receipts"."tds_paise" >= 0),
	CONSTRAINT "bank_receipts_reference_given" CHECK (length("bank_receipts"."reference") between 4 and 35),
	CONSTRAINT "bank_receipts_confirmed_has_billing" CHECK ("bank_receipts"."state" not in ('confirmed', 'bounced') or "bank_receipts"."billing_id" is not null),
	CONSTRAINT "bank_receipts_confirmed_by" CHECK (("bank_receipts"."state" in ('confirmed', 'bounced')) = ("bank_receipts"."confirmed_by" is not null))
);
--> statement-breakpoint
CREATE TABLE "change_requests" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"billing_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"lines" jsonb,
	"reason" text NOT NULL,
	"requested_by" uuid,
	"requested_at" timestamp with time zone DEFAULT now() NOT NULL,
	"state" text DEFAULT 'open' NOT NULL,
	"answer" text,
	"decided_by" uuid,
	"decided_at" timestamp with time zone,
	CONSTRAINT "change_requests_kind_known" CHECK ("change_requests"."kind" in ('cancel', 'reduce', 'wish')),
	CONSTRAINT "change_requests_state_known" CHECK ("change_requests"."state" in ('open', 'approved', 'declined')),
	CONSTRAINT "change_requests_wish_of_sponsor" CHECK (("change_requests"."kind" = 'wish') = ("change_requests"."requested_by" is null)),
	CONSTRAINT "change_requests_lines_of_reduction" CHECK (("change_requests"."kind" = 'reduce') = ("change_requests"."lines" is not null)),
	CONSTRAINT "change_requests_decided" CHECK (("change_requests"."state" = 'open') = ("change_requests"."decided_at" is null))
);
--> statement-breakpoint
CREATE TABLE "outbound_messages" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"billing_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"detail" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"dedupe_key" text,
	"attempts" integer DEFAULT 0 NOT NULL,
	"next_attempt_at" timestamp with time zone DEFAULT now() NOT NULL,
	"last_error" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"sent_at" timestamp with time zone,
	"dead_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "paper_series" (
	"series" text NOT NULL,
	"financial_year" text NOT NULL,
	"last_number" integer NOT NULL,
	CONSTRAINT "paper_series_series_financial_year_pk" PRIMARY KEY("series","financial_year")
);
--> statement-breakpoint
CREATE TABLE "papers" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"kind" text NOT NULL,
	"billing_id" uuid,
	"user_id" uuid,
	"source" text NOT NULL,
	"revision" integer DEFAULT 1 NOT NULL,
	"series" text NOT NULL,
	"financial_year" text NOT NULL,
	"number" integer NOT NULL,
	"serial" text NOT NULL,
	"data" jsonb NOT NULL,
	"replaces_id" uuid,
	"issued_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "papers_serial_unique" UNIQUE("serial"),
	CONSTRAINT "papers_kind_known" CHECK ("papers"."kind" in ('proforma', 'receipt', 'credit_note', 'cancellation', 'statement')),
	CONSTRAINT "papers_subject" CHECK (("papers"."billing_id" is null) <> ("papers"."user_id" is null))
);
--> statement-breakpoint
CREATE TABLE "refunds" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"billing_id" uuid NOT NULL,
	"mode" text NOT NULL,
	"paid_on" date NOT NULL,
	"amount_paise" bigint NOT NULL,
	"reference" text NOT NULL,
	"remark" text DEFAULT '' NOT NULL,
	"state" text DEFAULT 'recorded' NOT NULL,
	"recorded_by" uuid NOT NULL,
	"recorded_at" timestamp with time zone DEFAULT now() NOT NULL,
	"confirmed_by" uuid,
	"confirmed_at" timestamp with time zone,
	CONSTRAINT "refunds_mode_known" CHECK ("refunds"."mode" in ('NEFT', 'RTGS', 'IMPS', 'UPI', 'cheque', 'demand_draft', 'gateway')),
	CONSTRAINT "refunds_state_known" CHECK ("refunds"."state" in ('recorded', 'done', 'rejected', 'failed')),
	CONSTRAINT "refunds_amount_positive" CHECK ("refunds"."amount_paise" > 0),
	CONSTRAINT "refunds_reference_given" CHECK (length("refunds"."reference") between 4 and 64),
	CONSTRAINT "refunds_confirmed_by" CHECK (("refunds"."state" in ('done', 'failed')) = ("refunds"."confirmed_by" is not null))
);
--> statement-breakpoint
CREATE TABLE "settings" (
	"group" text PRIMARY KEY NOT NULL,
	"value" jsonb NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "billing_items" DROP CONSTRAINT "billing_items_seats_positive";--> statement-breakpoint
ALTER TABLE "billings" DROP CONSTRAINT "billings_state_known";--> statement-breakpoint
ALTER TABLE "billings" DROP CONSTRAINT "billings_state_of_channel";--> statement-breakpoint
ALTER TABLE "billing_events" ADD COLUMN "detail" jsonb;--> statement-breakpoint
ALTER TABLE "billings" ADD COLUMN "due_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "billings" ADD COLUMN "received_paise" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "billings" ADD COLUMN "refunded_paise" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "billings" ADD COLUMN "paper_details" jsonb;--> statement-breakpoint
ALTER TABLE "billings" ADD COLUMN "locale" text DEFAULT 'en' NOT NULL;--> statement-breakpoint
ALTER TABLE "billings" ADD COLUMN "version" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "adoption_monthly_totals" ADD COLUMN "paid_paise" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "bank_receipts" ADD CONSTRAINT "bank_receipts_billing_id_billings_id_fk" FOREIGN KEY ("billing_id") REFERENCES "public"."billings"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "change_requests" ADD CONSTRAINT "change_requests_billing_id_billings_id_fk" FOREIGN KEY ("billing_id") REFERENCES "public"."billings"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "outbound_messages" ADD CONSTRAINT "outbound_messages_billing_id_billings_id_fk" FOREIGN KEY ("billing_id") REFERENCES "public"."billings"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "papers" ADD CONSTRAINT "papers_billing_id_billings_id_fk" FOREIGN KEY ("billing_id") REFERENCES "public"."billings"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "papers" ADD CONSTRAINT "papers_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_billing_id_billings_id_fk" FOREIGN KEY ("billing_id") REFERENCES "public"."billings"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "bank_receipts_reference" ON "bank_receipts" USING btree ("mode","reference") WHERE "bank_receipts"."state" <> 'rejected';--> statement-breakpoint
CREATE INDEX "bank_receipts_billing" ON "bank_receipts" USING btree ("billing_id");--> statement-breakpoint
CREATE INDEX "bank_receipts_open" ON "bank_receipts" USING btree ("recorded_at") WHERE "bank_receipts"."state" = 'recorded';--> statement-breakpoint
CREATE UNIQUE INDEX "change_requests_one_open" ON "change_requests" USING btree ("billing_id",("requested_by" is null)) WHERE "change_requests"."state" = 'open';--> statement-breakpoint
CREATE INDEX "change_requests_billing" ON "change_requests" USING btree ("billing_id");--> statement-breakpoint
CREATE INDEX "change_requests_open" ON "change_requests" USING btree ("requested_at") WHERE "change_requests"."state" = 'open';--> statement-breakpoint
CREATE UNIQUE INDEX "outbound_messages_dedupe" ON "outbound_messages" USING btree ("billing_id","kind","dedupe_key");--> statement-breakpoint
CREATE INDEX "outbound_messages_due" ON "outbound_messages" USING btree ("next_attempt_at") WHERE "outbound_messages"."sent_at" is null and "outbound_messages"."dead_at" is null;--> statement-breakpoint
CREATE INDEX "outbound_messages_dead" ON "outbound_messages" USING btree ("dead_at") WHERE "outbound_messages"."dead_at" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "papers_number" ON "papers" USING btree ("series","financial_year","number");--> statement-breakpoint
CREATE UNIQUE INDEX "papers_source" ON "papers" USING btree ("kind","source","revision");--> statement-breakpoint
CREATE INDEX "papers_billing" ON "papers" USING btree ("billing_id");--> statement-breakpoint
CREATE INDEX "papers_user" ON "papers" USING btree ("user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "refunds_reference" ON "refunds" USING btree ("mode","reference") WHERE "refunds"."state" <> 'rejected';--> statement-breakpoint
CREATE INDEX "refunds_billing" ON "refunds" USING btree ("billing_id");--> statement-breakpoint
CREATE INDEX "refunds_open" ON "refunds" USING btree ("recorded_at") WHERE "refunds"."state" = 'recorded';--> statement-breakpoint
CREATE INDEX "billings_guest_email" ON "billings" USING btree (lower("sponsor"->>'email')) WHERE "billings"."channel" = 'public';--> statement-breakpoint
CREATE INDEX "billings_due" ON "billings" USING btree ("due_at") WHERE "billings"."state" = 'pledged' and "billings"."due_at" is not null;--> statement-breakpoint
CREATE INDEX "billings_refund_due" ON "billings" USING btree ("id") WHERE "billings"."received_paise" - "billings"."refunded_paise" > case when "billings"."state" in ('pledged', 'completed') then "billings"."total_paise" else 0 end;--> statement-breakpoint
ALTER TABLE "billing_items" ADD CONSTRAINT "billing_items_seats_range" CHECK ("billing_items"."seats" between 0 and 10000);--> statement-breakpoint
ALTER TABLE "billings" ADD CONSTRAINT "billings_money_range" CHECK ("billings"."received_paise" >= 0 and "billings"."refunded_paise" >= 0);--> statement-breakpoint
ALTER TABLE "billings" ADD CONSTRAINT "billings_state_known" CHECK ("billings"."state" in ('draft', 'pledged', 'held', 'completed', 'lapsed', 'expired', 'refund_due', 'refunded', 'replaced', 'cancelled'));--> statement-breakpoint
ALTER TABLE "billings" ADD CONSTRAINT "billings_state_of_channel" CHECK ("billings"."channel" = 'dashboard' or "billings"."state" in ('draft', 'pledged', 'completed', 'lapsed', 'replaced', 'cancelled'));--> statement-breakpoint
-- Online payments were the only money so far.
UPDATE "billings" b SET "received_paise" = p.paise
  FROM (SELECT billing_id, sum(amount_paise) AS paise FROM payments WHERE status IN ('captured', 'refund_due') GROUP BY billing_id) p
 WHERE p.billing_id = b.id;--> statement-breakpoint
UPDATE "adoption_monthly_totals" t SET "paid_paise" = p.paise
  FROM (SELECT date_trunc('month', e.at AT TIME ZONE 'Asia/Kolkata')::date AS month, i.course_name, sum(i.seats * i.price_paise) AS paise
          FROM billing_events e JOIN billing_items i ON i.billing_id = e.billing_id
         WHERE e.to_state = 'completed' AND e.from_state <> 'completed' AND e.at <= (SELECT upto FROM monthly_totals_progress)
         GROUP BY 1, 2) p
 WHERE p.month = t.month AND p.course_name = t.course_type;--> statement-breakpoint
CREATE FUNCTION "refuse_paper_change"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'issued papers are neither changed nor deleted' USING ERRCODE = 'restrict_violation';
END $$;--> statement-breakpoint
CREATE TRIGGER "papers_only_grow" BEFORE UPDATE OR DELETE ON "papers"
  FOR EACH STATEMENT EXECUTE FUNCTION "refuse_paper_change"();
