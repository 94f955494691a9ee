CREATE TABLE "office_institutes" (
	"admin_id" uuid NOT NULL,
	"institute_id" uuid NOT NULL,
	CONSTRAINT "office_institutes_admin_id_institute_id_pk" PRIMARY KEY("admin_id","institute_id")
);
--> statement-breakpoint
CREATE TABLE "enrolments" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"billing_id" uuid NOT NULL,
	"course_id" uuid NOT NULL,
	"place" integer NOT NULL,
	"session" text NOT NULL,
	"roll_hash" text,
	"roll_end" text,
	"from_day" date NOT NULL,
	"until_day" date,
	"reason" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "enrolments_place_range" CHECK ("enrolments"."place" between 1 and 10000),
	CONSTRAINT "enrolments_roll_end_length" CHECK (length("enrolments"."roll_end") between 1 and 3),
	CONSTRAINT "enrolments_days_in_order" CHECK ("enrolments"."from_day" <= "enrolments"."until_day"),
	CONSTRAINT "enrolments_reason_known" CHECK ("enrolments"."reason" in ('left', 'moved', 'failed', 'other', 'mistake')),
	CONSTRAINT "enrolments_ended_with_reason" CHECK (("enrolments"."until_day" is null) = ("enrolments"."reason" is null))
);
--> statement-breakpoint
ALTER TABLE "admins" DROP CONSTRAINT "admins_role_known";--> statement-breakpoint
ALTER TABLE "office_institutes" ADD CONSTRAINT "office_institutes_admin_id_admins_id_fk" FOREIGN KEY ("admin_id") REFERENCES "public"."admins"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "office_institutes" ADD CONSTRAINT "office_institutes_institute_id_institutes_id_fk" FOREIGN KEY ("institute_id") REFERENCES "public"."institutes"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "enrolments" ADD CONSTRAINT "enrolments_billing_id_billings_id_fk" FOREIGN KEY ("billing_id") REFERENCES "public"."billings"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "enrolments" ADD CONSTRAINT "enrolments_course_id_courses_id_fk" FOREIGN KEY ("course_id") REFERENCES "public"."courses"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "office_institutes_institute" ON "office_institutes" USING btree ("institute_id");--> statement-breakpoint
CREATE UNIQUE INDEX "enrolments_one_on_place" ON "enrolments" USING btree ("billing_id","course_id","place") WHERE "enrolments"."until_day" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "enrolments_one_place_of_student" ON "enrolments" USING btree ("roll_hash","session") WHERE "enrolments"."until_day" is null;--> statement-breakpoint
CREATE INDEX "enrolments_course" ON "enrolments" USING btree ("course_id");--> statement-breakpoint
CREATE INDEX "enrolments_billing" ON "enrolments" USING btree ("billing_id");--> statement-breakpoint
ALTER TABLE "admins" ADD CONSTRAINT "admins_role_known" CHECK ("admins"."role" in ('viewer', 'catalogue', 'finance', 'owner', 'head', 'clerk'));