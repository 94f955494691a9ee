CREATE TABLE "news_parts" (
	"part" text PRIMARY KEY NOT NULL,
	"told_until" date NOT NULL
);
--> statement-breakpoint
ALTER TABLE "reports" ADD COLUMN "first_stated_at" timestamp with time zone;--> statement-breakpoint
UPDATE "reports" SET "first_stated_at" = "stated_at" WHERE "stated_at" IS NOT NULL;
