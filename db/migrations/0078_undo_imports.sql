CREATE INDEX "waiting_requests_course" ON "waiting_requests" USING btree ("course_id");--> statement-breakpoint
CREATE INDEX "proposals_course" ON "proposals" USING btree ("course_id");