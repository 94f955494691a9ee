ALTER TABLE "users" ADD COLUMN "student_mails" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "enrolments" ADD COLUMN "ended_at" timestamp with time zone;--> statement-breakpoint
CREATE INDEX "enrolments_created" ON "enrolments" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "enrolments_ended" ON "enrolments" USING btree ("ended_at") WHERE "enrolments"."ended_at" is not null;