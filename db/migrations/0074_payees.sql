CREATE TABLE "bank_files" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"number" integer NOT NULL,
	"pay_on" date NOT NULL,
	"prepared_by" uuid NOT NULL,
	"prepared_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "bank_files_number_unique" UNIQUE("number")
);
--> statement-breakpoint
CREATE TABLE "payee_accounts" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"institute_id" uuid,
	"billing_id" uuid,
	"account_name" text NOT NULL,
	"account_number" text NOT NULL,
	"ifsc" text NOT NULL,
	"state" text DEFAULT 'stated' NOT NULL,
	"stated_by" uuid,
	"stated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"confirmed_by" uuid,
	"confirmed_at" timestamp with time zone,
	"ended_at" timestamp with time zone,
	CONSTRAINT "payee_accounts_state_known" CHECK ("payee_accounts"."state" in ('stated', 'confirmed', 'ended')),
	CONSTRAINT "payee_accounts_payee" CHECK (num_nulls("payee_accounts"."institute_id", "payee_accounts"."billing_id") = 1),
	CONSTRAINT "payee_accounts_number_shape" CHECK ("payee_accounts"."account_number" ~ '^[0-9]{6,18}$'),
	CONSTRAINT "payee_accounts_ifsc_shape" CHECK ("payee_accounts"."ifsc" ~ '^[A-Z]{4}0[A-Z0-9]{6}$'),
	CONSTRAINT "payee_accounts_confirmed" CHECK ("payee_accounts"."state" <> 'confirmed' or "payee_accounts"."confirmed_at" is not null),
	CONSTRAINT "payee_accounts_ended" CHECK (("payee_accounts"."state" = 'ended') = ("payee_accounts"."ended_at" is not null))
);
--> statement-breakpoint
ALTER TABLE "releases" DROP CONSTRAINT "releases_state_known";--> statement-breakpoint
ALTER TABLE "releases" DROP CONSTRAINT "releases_confirmed_by";--> statement-breakpoint
ALTER TABLE "releases" DROP CONSTRAINT "releases_received";--> statement-breakpoint
ALTER TABLE "refunds" DROP CONSTRAINT "refunds_state_known";--> statement-breakpoint
ALTER TABLE "refunds" DROP CONSTRAINT "refunds_confirmed_by";--> statement-breakpoint
ALTER TABLE "releases" ADD COLUMN "bank_file_position" integer;--> statement-breakpoint
ALTER TABLE "releases" ADD COLUMN "bank_file_id" uuid;--> statement-breakpoint
ALTER TABLE "releases" ADD COLUMN "payee_account_id" uuid;--> statement-breakpoint
ALTER TABLE "refunds" ADD COLUMN "bank_file_position" integer;--> statement-breakpoint
ALTER TABLE "refunds" ADD COLUMN "bank_file_id" uuid;--> statement-breakpoint
ALTER TABLE "refunds" ADD COLUMN "payee_account_id" uuid;--> statement-breakpoint
ALTER TABLE "payee_accounts" ADD CONSTRAINT "payee_accounts_institute_id_institutes_id_fk" FOREIGN KEY ("institute_id") REFERENCES "public"."institutes"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payee_accounts" ADD CONSTRAINT "payee_accounts_billing_id_billings_id_fk" FOREIGN KEY ("billing_id") REFERENCES "public"."billings"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "payee_accounts_institute" ON "payee_accounts" USING btree ("institute_id","state") WHERE "payee_accounts"."state" <> 'ended';--> statement-breakpoint
CREATE UNIQUE INDEX "payee_accounts_billing" ON "payee_accounts" USING btree ("billing_id","state") WHERE "payee_accounts"."state" <> 'ended';--> statement-breakpoint
CREATE INDEX "payee_accounts_open" ON "payee_accounts" USING btree ("stated_at") WHERE "payee_accounts"."state" = 'stated';--> statement-breakpoint
ALTER TABLE "releases" ADD CONSTRAINT "releases_bank_file_id_bank_files_id_fk" FOREIGN KEY ("bank_file_id") REFERENCES "public"."bank_files"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "releases" ADD CONSTRAINT "releases_payee_account_id_payee_accounts_id_fk" FOREIGN KEY ("payee_account_id") REFERENCES "public"."payee_accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_bank_file_id_bank_files_id_fk" FOREIGN KEY ("bank_file_id") REFERENCES "public"."bank_files"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_payee_account_id_payee_accounts_id_fk" FOREIGN KEY ("payee_account_id") REFERENCES "public"."payee_accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "releases_bank_file" ON "releases" USING btree ("bank_file_id","bank_file_position");--> statement-breakpoint
CREATE UNIQUE INDEX "refunds_bank_file" ON "refunds" USING btree ("bank_file_id","bank_file_position");--> statement-breakpoint
ALTER TABLE "releases" ADD CONSTRAINT "releases_in_bank_file" CHECK (num_nulls("releases"."bank_file_id", "releases"."bank_file_position", "releases"."payee_account_id") in (0, 3) and ("releases"."state" <> 'ordered' or "releases"."bank_file_id" is not null));--> statement-breakpoint
ALTER TABLE "releases" ADD CONSTRAINT "releases_state_known" CHECK ("releases"."state" in ('recorded', 'ordered', 'confirmed', 'rejected', 'returned'));--> statement-breakpoint
ALTER TABLE "releases" ADD CONSTRAINT "releases_confirmed_by" CHECK (("releases"."state" in ('ordered', 'confirmed', 'returned')) = ("releases"."confirmed_by" is not null));--> statement-breakpoint
ALTER TABLE "releases" ADD CONSTRAINT "releases_received" CHECK (num_nulls("releases"."received_on", "releases"."received_by", "releases"."received_at") in (0, 3) and ("releases"."received_on" is null or "releases"."kind" = 'passed_on' and "releases"."confirmed_by" is not null and "releases"."state" <> 'ordered'));--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_in_bank_file" CHECK (num_nulls("refunds"."bank_file_id", "refunds"."bank_file_position", "refunds"."payee_account_id") in (0, 3) and ("refunds"."state" <> 'ordered' or "refunds"."bank_file_id" is not null));--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_state_known" CHECK ("refunds"."state" in ('recorded', 'ordered', 'done', 'rejected', 'failed'));--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_confirmed_by" CHECK (("refunds"."state" in ('ordered', 'done', 'failed')) = ("refunds"."confirmed_at" is not null) and ("refunds"."confirmed_by" is not null or "refunds"."confirmed_at" is null or "refunds"."recorded_by" is null));