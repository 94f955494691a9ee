CREATE TABLE "report_check_places" (
	"check_id" uuid NOT NULL,
	"enrolment_id" uuid NOT NULL,
	"mark" text NOT NULL,
	"found" text,
	CONSTRAINT "report_check_places_check_id_enrolment_id_pk" PRIMARY KEY("check_id","enrolment_id"),
	CONSTRAINT "report_check_places_mark_known" CHECK ("report_check_places"."mark" in ('attends', 'absent', 'passed', 'failed', 'awaited', 'completed')),
	CONSTRAINT "report_check_places_found_known" CHECK ("report_check_places"."found" in ('agrees', 'differs', 'unclear'))
);
--> statement-breakpoint
CREATE TABLE "report_checks" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"report_id" uuid NOT NULL,
	"version" integer NOT NULL,
	"seed" text NOT NULL,
	"drawn_at" timestamp with time zone DEFAULT now() NOT NULL,
	"verdict" text,
	"recorded_at" timestamp with time zone,
	CONSTRAINT "report_checks_verdict_known" CHECK ("report_checks"."verdict" in ('checked', 'differs')),
	CONSTRAINT "report_checks_recorded" CHECK (("report_checks"."verdict" is null) = ("report_checks"."recorded_at" is null))
);
--> statement-breakpoint
CREATE TABLE "report_dates" (
	"session" text NOT NULL,
	"kind" text NOT NULL,
	"due_on" date,
	CONSTRAINT "report_dates_session_kind_pk" PRIMARY KEY("session","kind"),
	CONSTRAINT "report_dates_kind_known" CHECK ("report_dates"."kind" in ('enrolment', 'term_1', 'term_2', 'term_3', 'result', 'outcome'))
);
--> statement-breakpoint
CREATE TABLE "report_marks" (
	"report_id" uuid NOT NULL,
	"enrolment_id" uuid NOT NULL,
	"mark" text NOT NULL,
	"version" integer NOT NULL,
	CONSTRAINT "report_marks_report_id_enrolment_id_pk" PRIMARY KEY("report_id","enrolment_id"),
	CONSTRAINT "report_marks_known" CHECK ("report_marks"."mark" in ('attends', 'absent', 'passed', 'failed', 'awaited', 'completed'))
);
--> statement-breakpoint
CREATE TABLE "report_reminders" (
	"institute_id" uuid NOT NULL,
	"session" text NOT NULL,
	"kind" text NOT NULL,
	"due_on" date NOT NULL,
	"is_late" boolean NOT NULL,
	"reminded_on" date NOT NULL,
	CONSTRAINT "report_reminders_institute_id_session_kind_due_on_is_late_pk" PRIMARY KEY("institute_id","session","kind","due_on","is_late")
);
--> statement-breakpoint
CREATE TABLE "reports" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"course_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"version" integer DEFAULT 0 NOT NULL,
	"stated_at" timestamp with time zone,
	"apprentices" integer,
	"employed" integer,
	"studying" integer,
	"looking" integer,
	"unknown" integer,
	CONSTRAINT "reports_kind_known" CHECK ("reports"."kind" in ('enrolment', 'term_1', 'term_2', 'term_3', 'result', 'outcome')),
	CONSTRAINT "reports_totals_of_outcome" CHECK (num_nulls("reports"."apprentices", "reports"."employed", "reports"."studying", "reports"."looking", "reports"."unknown") = case when "reports"."kind" = 'outcome' then 0 else 5 end),
	CONSTRAINT "reports_totals_range" CHECK (least("reports"."apprentices", "reports"."employed", "reports"."studying", "reports"."looking", "reports"."unknown") >= 0)
);
--> statement-breakpoint
ALTER TABLE "admins" ADD COLUMN "locale" text DEFAULT 'en' NOT NULL;--> statement-breakpoint
ALTER TABLE "office_institutes" ADD COLUMN "created_at" timestamp with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
ALTER TABLE "report_check_places" ADD CONSTRAINT "report_check_places_check_id_report_checks_id_fk" FOREIGN KEY ("check_id") REFERENCES "public"."report_checks"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "report_check_places" ADD CONSTRAINT "report_check_places_enrolment_id_enrolments_id_fk" FOREIGN KEY ("enrolment_id") REFERENCES "public"."enrolments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "report_checks" ADD CONSTRAINT "report_checks_report_id_reports_id_fk" FOREIGN KEY ("report_id") REFERENCES "public"."reports"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "report_dates" ADD CONSTRAINT "report_dates_session_academic_sessions_name_fk" FOREIGN KEY ("session") REFERENCES "public"."academic_sessions"("name") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "report_marks" ADD CONSTRAINT "report_marks_report_id_reports_id_fk" FOREIGN KEY ("report_id") REFERENCES "public"."reports"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "report_marks" ADD CONSTRAINT "report_marks_enrolment_id_enrolments_id_fk" FOREIGN KEY ("enrolment_id") REFERENCES "public"."enrolments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "report_reminders" ADD CONSTRAINT "report_reminders_institute_id_institutes_id_fk" FOREIGN KEY ("institute_id") REFERENCES "public"."institutes"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "report_reminders" ADD CONSTRAINT "report_reminders_session_academic_sessions_name_fk" FOREIGN KEY ("session") REFERENCES "public"."academic_sessions"("name") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reports" ADD CONSTRAINT "reports_course_id_courses_id_fk" FOREIGN KEY ("course_id") REFERENCES "public"."courses"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "report_checks_one_of_version" ON "report_checks" USING btree ("report_id","version");--> statement-breakpoint
CREATE UNIQUE INDEX "reports_one_of_offer" ON "reports" USING btree ("course_id","kind");