-- Whoever leaves a company while an issued paper names the person keeps an empty row (kind 'deleted'), which is nobody's colleague.
DROP TRIGGER users_member_of_changed ON users;--> statement-breakpoint
CREATE TRIGGER users_member_of_changed BEFORE UPDATE OF member_of ON users FOR EACH ROW WHEN (OLD.member_of IS DISTINCT FROM NEW.member_of AND NEW.kind <> 'deleted') EXECUTE FUNCTION users_member_of();--> statement-breakpoint
ALTER TABLE "change_requests" DROP CONSTRAINT "change_requests_kind_known";--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "email_change" jsonb;--> statement-breakpoint
ALTER TABLE "change_requests" ADD COLUMN "email" text;--> statement-breakpoint
CREATE INDEX "users_email_change" ON "users" USING btree ("id") WHERE "users"."email_change" is not null;--> statement-breakpoint
ALTER TABLE "change_requests" ADD CONSTRAINT "change_requests_email_given" CHECK (("change_requests"."kind" = 'email') = ("change_requests"."email" is not null));--> statement-breakpoint
ALTER TABLE "change_requests" ADD CONSTRAINT "change_requests_kind_known" CHECK ("change_requests"."kind" in ('cancel', 'reduce', 'email', 'wish'));