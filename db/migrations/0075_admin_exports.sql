CREATE TABLE "admin_exports" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"admin_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"query" text NOT NULL,
	"every" text NOT NULL,
	"last_on" date NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "admin_exports_every_known" CHECK ("admin_exports"."every" in ('day', 'week', 'month'))
);
--> statement-breakpoint
ALTER TABLE "outbound_messages" ADD COLUMN "file" "bytea";--> statement-breakpoint
ALTER TABLE "admin_exports" ADD CONSTRAINT "admin_exports_admin_id_admins_id_fk" FOREIGN KEY ("admin_id") REFERENCES "public"."admins"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "admin_exports_admin" ON "admin_exports" USING btree ("admin_id");