-- In the order in which statements lock: courses before requests.
CREATE INDEX "courses_branch" ON "courses" USING btree (lower("branch"),"course_type");--> statement-breakpoint
ALTER TABLE "waiting_requests" DROP CONSTRAINT "waiting_requests_ending_known";--> statement-breakpoint
DROP INDEX "waiting_requests_open";--> statement-breakpoint
DROP INDEX "waiting_requests_one_of_branch";--> statement-breakpoint
ALTER TABLE "waiting_requests" ADD COLUMN "company" text;--> statement-breakpoint
-- Requests of before count by address.
UPDATE "waiting_requests" SET "company" = "holder";--> statement-breakpoint
ALTER TABLE "waiting_requests" ALTER COLUMN "company" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "waiting_requests" ADD COLUMN "radius_km" integer;--> statement-breakpoint
CREATE INDEX "waiting_requests_offered" ON "waiting_requests" USING btree ("company") WHERE "waiting_requests"."offer_id" is not null;--> statement-breakpoint
CREATE INDEX "waiting_requests_open" ON "waiting_requests" USING btree ("session","course_type",lower("branch"),"study_year") WHERE "waiting_requests"."ended_at" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "waiting_requests_one_of_branch" ON "waiting_requests" USING btree ("holder","session","course_type",lower("branch"),lower("city"),"study_year",coalesce("radius_km", 0)) WHERE "waiting_requests"."ended_at" is null and "waiting_requests"."course_id" is null;--> statement-breakpoint
ALTER TABLE "waiting_requests" ADD CONSTRAINT "waiting_requests_radius_range" CHECK ("waiting_requests"."radius_km" is null or "waiting_requests"."course_id" is null and "waiting_requests"."radius_km" between 1 and 1000);--> statement-breakpoint
ALTER TABLE "waiting_requests" ADD CONSTRAINT "waiting_requests_ending_known" CHECK (("waiting_requests"."ended_at" is null) = ("waiting_requests"."ending" is null) and "waiting_requests"."ending" in ('adopted', 'withdrawn', 'missed', 'session', 'time', 'admin'));