ALTER TABLE "users" DROP CONSTRAINT "users_kind_known";--> statement-breakpoint
ALTER TABLE "settings" ADD COLUMN "revision" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "users" ADD CONSTRAINT "users_kind_known" CHECK ("users"."kind" in ('guest', 'registered', 'deleted'));