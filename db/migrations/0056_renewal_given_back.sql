ALTER TABLE "renewal_lines" DROP CONSTRAINT "renewal_lines_seats_range";--> statement-breakpoint
ALTER TABLE "reservation_items" DROP CONSTRAINT "reservation_items_seats_range";--> statement-breakpoint
ALTER TABLE "renewal_lines" ADD CONSTRAINT "renewal_lines_seats_range" CHECK ("renewal_lines"."seats" between 0 and 10000);--> statement-breakpoint
ALTER TABLE "reservation_items" ADD CONSTRAINT "reservation_items_seats_range" CHECK ("reservation_items"."seats" between 0 and 10000);