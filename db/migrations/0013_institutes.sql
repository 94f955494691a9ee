ALTER TABLE "billings" ADD COLUMN "show_company" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "courses" ADD COLUMN "duration_years" integer;--> statement-breakpoint
ALTER TABLE "institutes" ADD COLUMN "address" text;--> statement-breakpoint
ALTER TABLE "institutes" ADD COLUMN "website" text;--> statement-breakpoint
ALTER TABLE "institutes" ADD COLUMN "kind" text;--> statement-breakpoint
ALTER TABLE "institutes" ADD COLUMN "contact" text;--> statement-breakpoint
ALTER TABLE "institutes" ADD COLUMN "updated_at" timestamp with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
CREATE INDEX "billings_show_company" ON "billings" USING btree ("id") WHERE "billings"."show_company";--> statement-breakpoint
CREATE INDEX "courses_institute" ON "courses" USING btree ("institute_id");--> statement-breakpoint
ALTER TABLE "courses" ADD CONSTRAINT "courses_duration_range" CHECK ("courses"."duration_years" between 1 and 6);--> statement-breakpoint
ALTER TABLE "institutes" ADD CONSTRAINT "institutes_address_length" CHECK (length("institutes"."address") between 1 and 300);--> statement-breakpoint
ALTER TABLE "institutes" ADD CONSTRAINT "institutes_website_form" CHECK ("institutes"."website" ~ '^https?://' and length("institutes"."website") <= 300);--> statement-breakpoint
ALTER TABLE "institutes" ADD CONSTRAINT "institutes_kind_known" CHECK ("institutes"."kind" in ('government', 'aided', 'private'));--> statement-breakpoint
ALTER TABLE "institutes" ADD CONSTRAINT "institutes_contact_length" CHECK (length("institutes"."contact") between 1 and 200);