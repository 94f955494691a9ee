-- A transaction of its own, as 0035: it locks the lines, and the one before locks courses.
ALTER TABLE "billing_items" ADD COLUMN "reservation_id" uuid;--> statement-breakpoint
ALTER TABLE "billing_items" ADD COLUMN "reserved_seats" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "billing_items" ADD CONSTRAINT "billing_items_reservation_id_reservations_id_fk" FOREIGN KEY ("reservation_id") REFERENCES "public"."reservations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "billing_items_reservation" ON "billing_items" USING btree ("reservation_id") WHERE "billing_items"."reservation_id" is not null;--> statement-breakpoint
ALTER TABLE "billing_items" ADD CONSTRAINT "billing_items_reserved_seats_range" CHECK ("billing_items"."reserved_seats" = 0 or "billing_items"."reservation_id" is not null and "billing_items"."reserved_seats" between 1 and "billing_items"."seats");