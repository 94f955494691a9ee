-- In the order in which statements lock: adoptions and their lines before reservations.
ALTER TABLE "billings" ADD COLUMN "is_committed" boolean DEFAULT false NOT NULL;--> statement-breakpoint
CREATE TABLE "renewal_lines" (
	"billing_id" uuid NOT NULL,
	"from_course_id" uuid NOT NULL,
	"reservation_id" uuid NOT NULL,
	"course_id" uuid NOT NULL,
	"seats" integer NOT NULL,
	CONSTRAINT "renewal_lines_billing_id_from_course_id_pk" PRIMARY KEY("billing_id","from_course_id"),
	CONSTRAINT "renewal_lines_seats_range" CHECK ("renewal_lines"."seats" between 1 and 10000)
);
--> statement-breakpoint
ALTER TABLE "renewal_lines" ADD CONSTRAINT "renewal_lines_line_fk" FOREIGN KEY ("billing_id","from_course_id") REFERENCES "public"."billing_items"("billing_id","course_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reservations" DROP CONSTRAINT "reservations_kind_known";--> statement-breakpoint
ALTER TABLE "reservations" ADD COLUMN "reminded_days" integer;--> statement-breakpoint
ALTER TABLE "reservations" ADD CONSTRAINT "reservations_kind_known" CHECK ("reservations"."kind" in ('agreement', 'renewal', 'waiting', 'entry'));--> statement-breakpoint
ALTER TABLE "renewal_lines" ADD CONSTRAINT "renewal_lines_reserved_fk" FOREIGN KEY ("reservation_id","course_id") REFERENCES "public"."reservation_items"("reservation_id","course_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "renewal_lines_reservation" ON "renewal_lines" USING btree ("reservation_id","course_id");