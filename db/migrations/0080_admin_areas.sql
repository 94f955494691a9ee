CREATE TABLE "admin_areas" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"admin_id" uuid NOT NULL,
	"district" text,
	"institute_id" uuid,
	CONSTRAINT "admin_areas_one" CHECK (("admin_areas"."district" is null) <> ("admin_areas"."institute_id" is null))
);
--> statement-breakpoint
ALTER TABLE "admin_areas" ADD CONSTRAINT "admin_areas_admin_id_admins_id_fk" FOREIGN KEY ("admin_id") REFERENCES "public"."admins"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "admin_areas" ADD CONSTRAINT "admin_areas_institute_id_institutes_id_fk" FOREIGN KEY ("institute_id") REFERENCES "public"."institutes"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "admin_areas_district" ON "admin_areas" USING btree ("admin_id","district");--> statement-breakpoint
CREATE UNIQUE INDEX "admin_areas_institute" ON "admin_areas" USING btree ("admin_id","institute_id");--> statement-breakpoint
CREATE INDEX "admin_areas_institute_id" ON "admin_areas" USING btree ("institute_id");