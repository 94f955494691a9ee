CREATE TABLE "paper_scans" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"entry_id" uuid,
	"reservation_id" uuid,
	"media_type" text NOT NULL,
	"content" "bytea" NOT NULL,
	"uploaded_by" uuid NOT NULL,
	"uploaded_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "paper_scans_entry_id_unique" UNIQUE("entry_id"),
	CONSTRAINT "paper_scans_reservation_id_unique" UNIQUE("reservation_id"),
	CONSTRAINT "paper_scans_type_known" CHECK ("paper_scans"."media_type" in ('application/pdf', 'image/jpeg', 'image/png')),
	CONSTRAINT "paper_scans_of_one" CHECK ("paper_scans"."entry_id" is null or "paper_scans"."reservation_id" is null),
	CONSTRAINT "paper_scans_size" CHECK (octet_length("paper_scans"."content") between 1 and 5242880)
);
--> statement-breakpoint
ALTER TABLE "adoption_entries" ADD COLUMN "details" jsonb;--> statement-breakpoint
ALTER TABLE "adoption_entries" ADD COLUMN "group_id" uuid;--> statement-breakpoint
ALTER TABLE "paper_scans" ADD CONSTRAINT "paper_scans_entry_id_adoption_entries_id_fk" FOREIGN KEY ("entry_id") REFERENCES "public"."adoption_entries"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "paper_scans" ADD CONSTRAINT "paper_scans_reservation_id_reservations_id_fk" FOREIGN KEY ("reservation_id") REFERENCES "public"."reservations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "paper_scans_uploaded" ON "paper_scans" USING btree ("uploaded_at");--> statement-breakpoint
ALTER TABLE "adoption_entries" ADD CONSTRAINT "adoption_entries_group_id_company_groups_id_fk" FOREIGN KEY ("group_id") REFERENCES "public"."company_groups"("id") ON DELETE no action ON UPDATE no action;