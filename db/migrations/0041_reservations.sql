CREATE TABLE "reservation_items" (
	"reservation_id" uuid NOT NULL,
	"course_id" uuid NOT NULL,
	"seats" integer NOT NULL,
	"used_seats" integer DEFAULT 0 NOT NULL,
	"price_paise" bigint NOT NULL,
	CONSTRAINT "reservation_items_reservation_id_course_id_pk" PRIMARY KEY("reservation_id","course_id"),
	CONSTRAINT "reservation_items_seats_range" CHECK ("reservation_items"."seats" between 1 and 10000),
	CONSTRAINT "reservation_items_used_range" CHECK ("reservation_items"."used_seats" between 0 and "reservation_items"."seats"),
	CONSTRAINT "reservation_items_price_range" CHECK ("reservation_items"."price_paise" between 0 and 1000000000)
);--> statement-breakpoint
CREATE TABLE "reservations" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"kind" text NOT NULL,
	"holder" text NOT NULL,
	"company" text NOT NULL,
	"email" text NOT NULL,
	"locale" text DEFAULT 'en' NOT NULL,
	"until" timestamp with time zone NOT NULL,
	"reason" text NOT NULL,
	"created_by" uuid NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"ended_at" timestamp with time zone,
	"ended_by" uuid,
	"version" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "reservations_kind_known" CHECK ("reservations"."kind" in ('agreement')),
	CONSTRAINT "reservations_holder_form" CHECK ("reservations"."holder" ~ '^(email:.+@.+|domain:.+)$'),
	CONSTRAINT "reservations_ended_by" CHECK ("reservations"."ended_by" is null or "reservations"."ended_at" is not null)
);--> statement-breakpoint
ALTER TABLE "reservation_items" ADD CONSTRAINT "reservation_items_reservation_id_reservations_id_fk" FOREIGN KEY ("reservation_id") REFERENCES "public"."reservations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reservation_items" ADD CONSTRAINT "reservation_items_course_id_courses_id_fk" FOREIGN KEY ("course_id") REFERENCES "public"."courses"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "reservation_items_course" ON "reservation_items" USING btree ("course_id");--> statement-breakpoint
CREATE INDEX "reservations_until" ON "reservations" USING btree ("until") WHERE "reservations"."ended_at" is null;--> statement-breakpoint
CREATE INDEX "reservations_holder" ON "reservations" USING btree ("holder") WHERE "reservations"."ended_at" is null;--> statement-breakpoint
CREATE INDEX "reservations_created" ON "reservations" USING btree ("created_at","id");