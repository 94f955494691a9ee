CREATE TABLE "settlement_differences" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"provider" text NOT NULL,
	"kind" text NOT NULL,
	"entity_id" text NOT NULL,
	"billing_id" uuid,
	"expected_paise" bigint,
	"reported_paise" bigint,
	"found_at" timestamp with time zone DEFAULT now() NOT NULL,
	"reason" text,
	"explained_by" uuid,
	"explained_at" timestamp with time zone,
	CONSTRAINT "settlement_differences_kind_known" CHECK ("settlement_differences"."kind" in ('missing', 'doubled', 'amount', 'unknown')),
	CONSTRAINT "settlement_differences_explained" CHECK (("settlement_differences"."explained_at" is null) = ("settlement_differences"."reason" is null) and ("settlement_differences"."explained_at" is null) = ("settlement_differences"."explained_by" is null))
);
--> statement-breakpoint
CREATE TABLE "settlement_reports" (
	"provider" text NOT NULL,
	"day" date NOT NULL,
	"read_at" timestamp with time zone,
	"next_read_at" timestamp with time zone,
	"tries" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "settlement_reports_provider_day_pk" PRIMARY KEY("provider","day"),
	CONSTRAINT "settlement_reports_read_or_due" CHECK ("settlement_reports"."read_at" is not null or "settlement_reports"."next_read_at" is not null)
);
--> statement-breakpoint
ALTER TABLE "settlement_items" DROP CONSTRAINT "settlement_items_provider_entity_id_pk";--> statement-breakpoint
ALTER TABLE "settlement_items" ADD COLUMN "line" integer;--> statement-breakpoint
UPDATE "settlement_items" i SET "line" = n."line"
  FROM (SELECT "provider", "entity_id", row_number() OVER (PARTITION BY "provider", "day" ORDER BY "entity_id") AS "line" FROM "settlement_items") n
 WHERE i."provider" = n."provider" AND i."entity_id" = n."entity_id";--> statement-breakpoint
ALTER TABLE "settlement_items" ALTER COLUMN "line" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "settlement_items" ADD CONSTRAINT "settlement_items_provider_day_line_pk" PRIMARY KEY("provider","day","line");--> statement-breakpoint
ALTER TABLE "settlement_differences" ADD CONSTRAINT "settlement_differences_billing_id_billings_id_fk" FOREIGN KEY ("billing_id") REFERENCES "public"."billings"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "settlement_differences_entity" ON "settlement_differences" USING btree ("provider","kind","entity_id");--> statement-breakpoint
CREATE INDEX "settlement_differences_open" ON "settlement_differences" USING btree ("found_at") WHERE "settlement_differences"."explained_at" is null;--> statement-breakpoint
CREATE INDEX "settlement_reports_next" ON "settlement_reports" USING btree ("next_read_at") WHERE "settlement_reports"."next_read_at" is not null;--> statement-breakpoint
CREATE INDEX "settlement_reports_unread" ON "settlement_reports" USING btree ("day") WHERE "settlement_reports"."read_at" is null;--> statement-breakpoint
CREATE INDEX "payments_unanswered" ON "payments" USING btree ("created_at") WHERE "payments"."status" = 'started' and "payments"."next_check_at" is null;--> statement-breakpoint
CREATE INDEX "settlement_items_entity" ON "settlement_items" USING btree ("provider","entity_id");