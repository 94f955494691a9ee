CREATE TABLE "seat_moves" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"billing_id" uuid NOT NULL,
	"from_course_id" uuid NOT NULL,
	"to_course_id" uuid NOT NULL,
	"state" text DEFAULT 'open' NOT NULL,
	"seats" integer NOT NULL,
	"price_paise" bigint NOT NULL,
	"reservation_id" uuid NOT NULL,
	"until" timestamp with time zone NOT NULL,
	"reason" text NOT NULL,
	"started_by" uuid NOT NULL,
	"started_at" timestamp with time zone DEFAULT now() NOT NULL,
	"ended_at" timestamp with time zone,
	CONSTRAINT "seat_moves_state_known" CHECK ("seat_moves"."state" in ('open', 'accepted', 'declined', 'lapsed', 'withdrawn')),
	CONSTRAINT "seat_moves_ended" CHECK (("seat_moves"."state" = 'open') = ("seat_moves"."ended_at" is null)),
	CONSTRAINT "seat_moves_other_course" CHECK ("seat_moves"."from_course_id" <> "seat_moves"."to_course_id"),
	CONSTRAINT "seat_moves_seats_range" CHECK ("seat_moves"."seats" between 1 and 10000),
	CONSTRAINT "seat_moves_price_range" CHECK ("seat_moves"."price_paise" between 0 and 1000000000)
);
--> statement-breakpoint
ALTER TABLE "reservations" DROP CONSTRAINT "reservations_kind_known";--> statement-breakpoint
DROP INDEX "billing_events_reduced";--> statement-breakpoint
ALTER TABLE "seat_moves" ADD CONSTRAINT "seat_moves_billing_id_billings_id_fk" FOREIGN KEY ("billing_id") REFERENCES "public"."billings"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "seat_moves" ADD CONSTRAINT "seat_moves_from_course_id_courses_id_fk" FOREIGN KEY ("from_course_id") REFERENCES "public"."courses"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "seat_moves" ADD CONSTRAINT "seat_moves_to_course_id_courses_id_fk" FOREIGN KEY ("to_course_id") REFERENCES "public"."courses"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "seat_moves" ADD CONSTRAINT "seat_moves_reservation_id_reservations_id_fk" FOREIGN KEY ("reservation_id") REFERENCES "public"."reservations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "seat_moves_one_open" ON "seat_moves" USING btree ("billing_id","from_course_id") WHERE "seat_moves"."state" = 'open';--> statement-breakpoint
CREATE INDEX "seat_moves_open" ON "seat_moves" USING btree ("until") WHERE "seat_moves"."state" = 'open';--> statement-breakpoint
CREATE INDEX "seat_moves_back" ON "seat_moves" USING btree ("ended_at") WHERE "seat_moves"."state" in ('declined', 'lapsed');--> statement-breakpoint
CREATE INDEX "seat_moves_billing" ON "seat_moves" USING btree ("billing_id");--> statement-breakpoint
CREATE INDEX "seat_moves_from" ON "seat_moves" USING btree ("from_course_id");--> statement-breakpoint
CREATE INDEX "seat_moves_to" ON "seat_moves" USING btree ("to_course_id");--> statement-breakpoint
CREATE INDEX "billing_events_seats" ON "billing_events" USING btree ("billing_id","id") WHERE "billing_events"."event" in ('reduced', 'moved');--> statement-breakpoint
ALTER TABLE "reservations" ADD CONSTRAINT "reservations_kind_known" CHECK ("reservations"."kind" in ('agreement', 'renewal', 'waiting', 'entry', 'move'));