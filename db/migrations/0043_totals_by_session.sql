ALTER TABLE "adoption_monthly_totals" ADD COLUMN "session" text;--> statement-breakpoint
-- With one session everything belongs to it. With several, the next roll-up adds all events up anew.
UPDATE "adoption_monthly_totals" SET "session" = (SELECT min("name") FROM "academic_sessions");--> statement-breakpoint
DELETE FROM "adoption_monthly_totals" WHERE (SELECT count(*) FROM "academic_sessions") > 1;--> statement-breakpoint
UPDATE "monthly_totals_progress" SET "upto" = '-infinity' WHERE (SELECT count(*) FROM "academic_sessions") > 1;--> statement-breakpoint
ALTER TABLE "adoption_monthly_totals" ALTER COLUMN "session" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "adoption_monthly_totals" DROP CONSTRAINT "adoption_monthly_totals_month_course_type_pk";--> statement-breakpoint
ALTER TABLE "adoption_monthly_totals" ADD CONSTRAINT "adoption_monthly_totals_month_course_type_session_pk" PRIMARY KEY("month","course_type","session");
