CREATE TABLE "academic_sessions" (
	"name" text PRIMARY KEY NOT NULL,
	"first_day" date NOT NULL,
	"last_day" date NOT NULL,
	"adopting_from" date,
	"adopting_until" date,
	"state" text DEFAULT 'planned' NOT NULL,
	"version" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "academic_sessions_name_form" CHECK ("academic_sessions"."name" ~ '^[0-9]{4}-[0-9]{2}$' and "academic_sessions"."name" = extract(year from "academic_sessions"."first_day")::int || '-' || right((extract(year from "academic_sessions"."first_day")::int + 1)::text, 2)),
	CONSTRAINT "academic_sessions_days_in_order" CHECK ("academic_sessions"."first_day" <= "academic_sessions"."last_day"),
	CONSTRAINT "academic_sessions_adopting_in_order" CHECK ("academic_sessions"."adopting_from" <= "academic_sessions"."adopting_until"),
	CONSTRAINT "academic_sessions_state_known" CHECK ("academic_sessions"."state" in ('planned', 'open', 'closed'))
);
--> statement-breakpoint
-- No day belongs to two sessions.
ALTER TABLE "academic_sessions" ADD CONSTRAINT "academic_sessions_overlap" EXCLUDE USING gist (daterange("first_day", "last_day", '[]') WITH &&);--> statement-breakpoint
-- The academic year of today, July to June: what the database has offered and adopted until now belongs to it.
INSERT INTO "academic_sessions" ("name", "first_day", "last_day", "state")
SELECT "year" || '-' || right(("year" + 1)::text, 2), make_date("year", 7, 1), make_date("year" + 1, 6, 30), 'open'
  FROM (SELECT extract(year FROM (now() AT TIME ZONE 'Asia/Kolkata') - interval '6 months')::int AS "year") "today";--> statement-breakpoint
-- The session of a row that names none: the open one; null if there is none or several. It does not change within a
-- statement, so that a column with this default is added without rewriting its table.
CREATE FUNCTION "default_session"() RETURNS text LANGUAGE sql STABLE AS $$
  SELECT CASE count(*) WHEN 1 THEN min("name") END FROM public."academic_sessions" WHERE "state" = 'open'
$$;--> statement-breakpoint
ALTER TABLE "courses" ADD COLUMN "session" text DEFAULT default_session() NOT NULL;--> statement-breakpoint
ALTER TABLE "courses" ADD COLUMN "study_year" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "courses" ADD CONSTRAINT "courses_session_academic_sessions_name_fk" FOREIGN KEY ("session") REFERENCES "public"."academic_sessions"("name") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
DROP INDEX "courses_natural_key";--> statement-breakpoint
CREATE UNIQUE INDEX "courses_natural_key" ON "courses" USING btree (lower("city"),coalesce("institute_id", '00000000-0000-0000-0000-000000000000'::uuid),"course_type",lower("branch"),"session","study_year");--> statement-breakpoint
ALTER TABLE "courses" ADD CONSTRAINT "courses_study_year_range" CHECK ("courses"."study_year" between 1 and coalesce("courses"."duration_years", 6));