-- A transaction of its own: one that locked courses and lines could wait for a statement that locks them the other way round.
ALTER TABLE "billing_items" ADD COLUMN "session" text DEFAULT default_session() NOT NULL;--> statement-breakpoint
ALTER TABLE "billing_items" ADD COLUMN "study_year" integer DEFAULT 1 NOT NULL;
