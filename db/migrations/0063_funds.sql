CREATE TABLE "auditor_links" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" uuid,
	"billing_id" uuid,
	"financial_year" text NOT NULL,
	"token_hash" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"revoked_at" timestamp with time zone,
	CONSTRAINT "auditor_links_token_hash_unique" UNIQUE("token_hash"),
	CONSTRAINT "auditor_links_subject" CHECK (num_nulls("auditor_links"."user_id", "auditor_links"."billing_id") = 1)
);
--> statement-breakpoint
CREATE TABLE "auditor_views" (
	"link_id" uuid NOT NULL,
	"what" text NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "auditor_views_what_known" CHECK ("auditor_views"."what" in ('page', 'pdf', 'xlsx'))
);
--> statement-breakpoint
CREATE TABLE "release_lines" (
	"release_id" uuid NOT NULL,
	"billing_id" uuid NOT NULL,
	"course_id" uuid NOT NULL,
	"amount_paise" bigint NOT NULL,
	CONSTRAINT "release_lines_release_id_billing_id_course_id_pk" PRIMARY KEY("release_id","billing_id","course_id"),
	CONSTRAINT "release_lines_amount_positive" CHECK ("release_lines"."amount_paise" > 0)
);
--> statement-breakpoint
CREATE TABLE "releases" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"amount_paise" bigint NOT NULL,
	"reference" text NOT NULL,
	"remark" text DEFAULT '' NOT NULL,
	"recorded_by" uuid NOT NULL,
	"recorded_at" timestamp with time zone DEFAULT now() NOT NULL,
	"confirmed_by" uuid,
	"confirmed_at" timestamp with time zone,
	"institute_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"state" text DEFAULT 'recorded' NOT NULL,
	"mode" text NOT NULL,
	"paid_on" date NOT NULL,
	"received_on" date,
	"received_by" uuid,
	"received_at" timestamp with time zone,
	CONSTRAINT "releases_kind_known" CHECK ("releases"."kind" in ('passed_on', 'given_back')),
	CONSTRAINT "releases_state_known" CHECK ("releases"."state" in ('recorded', 'confirmed', 'rejected', 'returned')),
	CONSTRAINT "releases_mode_known" CHECK ("releases"."mode" in ('NEFT', 'RTGS', 'IMPS', 'UPI', 'cheque', 'demand_draft')),
	CONSTRAINT "releases_amount_positive" CHECK ("releases"."amount_paise" > 0),
	CONSTRAINT "releases_reference_given" CHECK (length("releases"."reference") between 4 and 35),
	CONSTRAINT "releases_confirmed_by" CHECK (("releases"."state" in ('confirmed', 'returned')) = ("releases"."confirmed_by" is not null)),
	CONSTRAINT "releases_received" CHECK (num_nulls("releases"."received_on", "releases"."received_by", "releases"."received_at") in (0, 3) and ("releases"."received_on" is null or "releases"."kind" = 'passed_on' and "releases"."confirmed_by" is not null))
);
--> statement-breakpoint
CREATE TABLE "use_lines" (
	"use_id" uuid NOT NULL,
	"billing_id" uuid NOT NULL,
	"course_id" uuid NOT NULL,
	"used_paise" bigint NOT NULL,
	"passed_paise" bigint NOT NULL,
	CONSTRAINT "use_lines_use_id_billing_id_course_id_pk" PRIMARY KEY("use_id","billing_id","course_id"),
	CONSTRAINT "use_lines_range" CHECK ("use_lines"."used_paise" between 0 and "use_lines"."passed_paise")
);
--> statement-breakpoint
CREATE TABLE "uses" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"course_id" uuid NOT NULL,
	"financial_year" text NOT NULL,
	"revision" integer NOT NULL,
	"used_paise" bigint NOT NULL,
	"passed_paise" bigint NOT NULL,
	"heads" jsonb,
	"stated_by" uuid NOT NULL,
	"stated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "uses_range" CHECK ("uses"."used_paise" between 0 and "uses"."passed_paise"),
	CONSTRAINT "uses_year_form" CHECK ("uses"."financial_year" ~ '^20[0-9]{2}-[0-9]{2}$'),
	CONSTRAINT "uses_revision_positive" CHECK ("uses"."revision" > 0)
);
--> statement-breakpoint
ALTER TABLE "papers" DROP CONSTRAINT "papers_kind_known";--> statement-breakpoint
ALTER TABLE "auditor_links" ADD CONSTRAINT "auditor_links_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "auditor_links" ADD CONSTRAINT "auditor_links_billing_id_billings_id_fk" FOREIGN KEY ("billing_id") REFERENCES "public"."billings"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "auditor_views" ADD CONSTRAINT "auditor_views_link_id_auditor_links_id_fk" FOREIGN KEY ("link_id") REFERENCES "public"."auditor_links"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "release_lines" ADD CONSTRAINT "release_lines_release_id_releases_id_fk" FOREIGN KEY ("release_id") REFERENCES "public"."releases"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "release_lines" ADD CONSTRAINT "release_lines_line_fk" FOREIGN KEY ("billing_id","course_id") REFERENCES "public"."billing_items"("billing_id","course_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "releases" ADD CONSTRAINT "releases_institute_id_institutes_id_fk" FOREIGN KEY ("institute_id") REFERENCES "public"."institutes"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "use_lines" ADD CONSTRAINT "use_lines_use_id_uses_id_fk" FOREIGN KEY ("use_id") REFERENCES "public"."uses"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "use_lines" ADD CONSTRAINT "use_lines_line_fk" FOREIGN KEY ("billing_id","course_id") REFERENCES "public"."billing_items"("billing_id","course_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "uses" ADD CONSTRAINT "uses_course_id_courses_id_fk" FOREIGN KEY ("course_id") REFERENCES "public"."courses"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "auditor_links_user" ON "auditor_links" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "auditor_links_billing" ON "auditor_links" USING btree ("billing_id");--> statement-breakpoint
CREATE INDEX "auditor_views_link" ON "auditor_views" USING btree ("link_id","at");--> statement-breakpoint
CREATE INDEX "release_lines_line" ON "release_lines" USING btree ("billing_id","course_id");--> statement-breakpoint
CREATE INDEX "release_lines_course" ON "release_lines" USING btree ("course_id");--> statement-breakpoint
CREATE UNIQUE INDEX "releases_reference" ON "releases" USING btree ("mode","reference") WHERE "releases"."state" <> 'rejected';--> statement-breakpoint
CREATE INDEX "releases_institute" ON "releases" USING btree ("institute_id","paid_on");--> statement-breakpoint
CREATE INDEX "releases_open" ON "releases" USING btree ("recorded_at") WHERE "releases"."state" = 'recorded';--> statement-breakpoint
CREATE INDEX "use_lines_line" ON "use_lines" USING btree ("billing_id","course_id");--> statement-breakpoint
CREATE UNIQUE INDEX "uses_revision" ON "uses" USING btree ("course_id","financial_year","revision");--> statement-breakpoint
ALTER TABLE "papers" ADD CONSTRAINT "papers_kind_known" CHECK ("papers"."kind" in ('proforma', 'receipt', 'credit_note', 'cancellation', 'statement', 'certificate', 'use'));--> statement-breakpoint
-- Divides an amount in proportion to weights: the parts are whole, add up to it, and none of them becomes smaller when the
-- amount grows. Each weight takes its part, rounded down, of what those before it left. Without any weight the last gets all.
CREATE FUNCTION "divided"("amount" bigint, "weights" bigint[]) RETURNS bigint[] LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $$
DECLARE
  rest bigint := amount;
  weight_left numeric := (SELECT coalesce(sum(w), 0) FROM unnest(weights) w);
  parts bigint[] := '{}';
  part bigint;
BEGIN
  FOR i IN 1 .. cardinality(weights) LOOP
    part := CASE WHEN i = cardinality(weights) THEN rest
                 WHEN weight_left = 0 THEN 0
                 ELSE div(rest::numeric * weights[i], weight_left)::bigint END;
    parts := parts || part;
    rest := rest - part;
    weight_left := weight_left - weights[i];
  END LOOP;
  RETURN parts;
END $$;
