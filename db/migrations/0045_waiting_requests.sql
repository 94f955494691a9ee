CREATE TABLE "waiting_requests" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"holder" text NOT NULL,
	"email" text NOT NULL,
	"locale" text DEFAULT 'en' NOT NULL,
	"course_id" uuid,
	"course_type" text NOT NULL,
	"branch" text NOT NULL,
	"city" text NOT NULL,
	"session" text NOT NULL,
	"study_year" integer NOT NULL,
	"seats" integer NOT NULL,
	"min_seats" integer NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"ranked_at" timestamp with time zone DEFAULT now() NOT NULL,
	"offer_id" uuid,
	"missed_offers" integer DEFAULT 0 NOT NULL,
	"ended_at" timestamp with time zone,
	"ending" text,
	CONSTRAINT "waiting_requests_holder_form" CHECK ("waiting_requests"."holder" ~ '^email:.+@.+$'),
	CONSTRAINT "waiting_requests_seats_range" CHECK ("waiting_requests"."seats" between 1 and 10000 and "waiting_requests"."min_seats" between 1 and "waiting_requests"."seats"),
	CONSTRAINT "waiting_requests_ending_known" CHECK (("waiting_requests"."ended_at" is null) = ("waiting_requests"."ending" is null) and "waiting_requests"."ending" in ('adopted', 'withdrawn', 'missed', 'session', 'time')),
	CONSTRAINT "waiting_requests_offer_of_open" CHECK ("waiting_requests"."offer_id" is null or "waiting_requests"."ended_at" is null)
);
--> statement-breakpoint
ALTER TABLE "reservations" DROP CONSTRAINT "reservations_kind_known";--> statement-breakpoint
ALTER TABLE "otp_challenges" DROP CONSTRAINT "otp_challenges_billing_when_adopting";--> statement-breakpoint
ALTER TABLE "reservations" ALTER COLUMN "created_by" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "otp_challenges" ALTER COLUMN "user_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "waiting_requests" ADD CONSTRAINT "waiting_requests_course_id_courses_id_fk" FOREIGN KEY ("course_id") REFERENCES "public"."courses"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "waiting_requests" ADD CONSTRAINT "waiting_requests_offer_id_reservations_id_fk" FOREIGN KEY ("offer_id") REFERENCES "public"."reservations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "waiting_requests_open" ON "waiting_requests" USING btree ("session","course_type",lower("branch"),lower("city"),"study_year") WHERE "waiting_requests"."ended_at" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "waiting_requests_one_of_course" ON "waiting_requests" USING btree ("holder","course_id") WHERE "waiting_requests"."ended_at" is null and "waiting_requests"."course_id" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "waiting_requests_one_of_branch" ON "waiting_requests" USING btree ("holder","session","course_type",lower("branch"),lower("city"),"study_year") WHERE "waiting_requests"."ended_at" is null and "waiting_requests"."course_id" is null;--> statement-breakpoint
CREATE INDEX "waiting_requests_holder" ON "waiting_requests" USING btree ("holder");--> statement-breakpoint
CREATE INDEX "waiting_requests_created" ON "waiting_requests" USING btree ("created_at","id");--> statement-breakpoint
ALTER TABLE "reservations" ADD CONSTRAINT "reservations_agreement_made_by" CHECK ("reservations"."kind" <> 'agreement' or "reservations"."created_by" is not null);--> statement-breakpoint
ALTER TABLE "reservations" ADD CONSTRAINT "reservations_kind_known" CHECK ("reservations"."kind" in ('agreement', 'waiting'));--> statement-breakpoint
ALTER TABLE "otp_challenges" ADD CONSTRAINT "otp_challenges_user_unless_waiting" CHECK (("otp_challenges"."purpose" = 'waiting') = ("otp_challenges"."user_id" is null));--> statement-breakpoint
ALTER TABLE "otp_challenges" ADD CONSTRAINT "otp_challenges_billing_when_adopting" CHECK (("otp_challenges"."purpose" in ('email', 'new_email', 'password', 'waiting')) = ("otp_challenges"."billing_id" is null));