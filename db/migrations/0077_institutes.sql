CREATE TABLE "former_institutes" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"institute_id" uuid NOT NULL,
	"name" text NOT NULL,
	"city" text NOT NULL,
	"number" text,
	"is_merged" boolean NOT NULL,
	"ended_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "institutes" ADD COLUMN "number" text;--> statement-breakpoint
ALTER TABLE "former_institutes" ADD CONSTRAINT "former_institutes_institute_id_institutes_id_fk" FOREIGN KEY ("institute_id") REFERENCES "public"."institutes"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "former_institutes_institute" ON "former_institutes" USING btree ("institute_id");--> statement-breakpoint
CREATE INDEX "former_institutes_name" ON "former_institutes" USING btree (lower("name"),lower("city"));--> statement-breakpoint
CREATE INDEX "former_institutes_number" ON "former_institutes" USING btree ("number") WHERE "former_institutes"."number" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "institutes_number" ON "institutes" USING btree ("number");--> statement-breakpoint
ALTER TABLE "institutes" ADD CONSTRAINT "institutes_number_form" CHECK ("institutes"."number" ~ '^[0-9A-Z]([0-9A-Z./-]{0,38}[0-9A-Z])?$');