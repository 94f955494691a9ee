ALTER TABLE "billing_items" ADD COLUMN "branch_hindi" text;--> statement-breakpoint
ALTER TABLE "billing_items" ADD COLUMN "institute_hindi" text;--> statement-breakpoint
ALTER TABLE "courses" ADD COLUMN "branch_hindi" text;--> statement-breakpoint
ALTER TABLE "institutes" ADD COLUMN "hindi" text;--> statement-breakpoint
ALTER TABLE "courses" ADD CONSTRAINT "courses_branch_hindi_length" CHECK (length("courses"."branch_hindi") between 1 and 200);--> statement-breakpoint
ALTER TABLE "institutes" ADD CONSTRAINT "institutes_hindi_length" CHECK (length("institutes"."hindi") between 1 and 200);