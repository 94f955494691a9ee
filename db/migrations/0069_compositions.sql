CREATE TABLE "compositions" (
	"course_id" uuid PRIMARY KEY NOT NULL,
	"report_id" uuid NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"students" integer NOT NULL,
	"women" integer,
	"sc" integer,
	"st" integer,
	"obc" integer,
	"state" text NOT NULL,
	"stated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "compositions_state_known" CHECK ("compositions"."state" in ('untold', 'told', 'withdrawn')),
	CONSTRAINT "compositions_not_negative" CHECK (least("compositions"."women", "compositions"."sc", "compositions"."st", "compositions"."obc") >= 0),
	CONSTRAINT "compositions_within_students" CHECK (greatest("compositions"."women", coalesce("compositions"."sc", 0) + coalesce("compositions"."st", 0) + coalesce("compositions"."obc", 0)) <= "compositions"."students")
);
--> statement-breakpoint
ALTER TABLE "compositions" ADD CONSTRAINT "compositions_course_id_courses_id_fk" FOREIGN KEY ("course_id") REFERENCES "public"."courses"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "compositions" ADD CONSTRAINT "compositions_report_id_reports_id_fk" FOREIGN KEY ("report_id") REFERENCES "public"."reports"("id") ON DELETE no action ON UPDATE no action;