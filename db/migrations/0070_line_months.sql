CREATE TABLE "line_months" (
	"billing_id" uuid NOT NULL,
	"course_id" uuid NOT NULL,
	"month" date NOT NULL,
	"course_type" text NOT NULL,
	"session" text NOT NULL,
	"city" text NOT NULL,
	"seats" integer NOT NULL,
	"pledged_paise" bigint NOT NULL,
	"received_paise" bigint NOT NULL,
	"tds_paise" bigint NOT NULL,
	"repaid_paise" bigint NOT NULL,
	"outstanding_paise" bigint NOT NULL,
	"passed_paise" bigint NOT NULL,
	"used_paise" bigint NOT NULL,
	"enrolled" integer NOT NULL,
	"enrolled_of" integer NOT NULL,
	"attending" integer NOT NULL,
	"attending_of" integer NOT NULL,
	"completed" integer NOT NULL,
	"completed_of" integer NOT NULL,
	CONSTRAINT "line_months_billing_id_course_id_month_pk" PRIMARY KEY("billing_id","course_id","month")
);
--> statement-breakpoint
CREATE TABLE "line_months_progress" (
	"is_only" boolean PRIMARY KEY DEFAULT true NOT NULL,
	"upto" timestamp with time zone NOT NULL,
	CONSTRAINT "line_months_progress_one_row" CHECK ("line_months_progress"."is_only")
);
--> statement-breakpoint
ALTER TABLE "releases" ADD COLUMN "returned_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "line_months" ADD CONSTRAINT "line_months_billing_id_billings_id_fk" FOREIGN KEY ("billing_id") REFERENCES "public"."billings"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "line_months" ADD CONSTRAINT "line_months_course_id_courses_id_fk" FOREIGN KEY ("course_id") REFERENCES "public"."courses"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "line_months_course" ON "line_months" USING btree ("course_id");--> statement-breakpoint
INSERT INTO "line_months_progress" ("upto") VALUES ('1970-01-01T00:00:00Z');
