CREATE TABLE "proposals" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"institute_id" uuid NOT NULL,
	"course_id" uuid,
	"kind" text NOT NULL,
	"course_type" text,
	"branch" text,
	"branch_hindi" text,
	"duration_years" integer,
	"session" text,
	"study_year" integer,
	"total_seats" integer,
	"price_paise" bigint,
	"old_seats" integer,
	"old_paise" bigint,
	"note" text,
	"state" text DEFAULT 'open' NOT NULL,
	"proposed_by" uuid,
	"proposed_at" timestamp with time zone DEFAULT now() NOT NULL,
	"answered_by" uuid,
	"answered_at" timestamp with time zone,
	"reason" text,
	CONSTRAINT "proposals_kind_known" CHECK ("proposals"."kind" in ('seats', 'price', 'close', 'branch')),
	CONSTRAINT "proposals_state_known" CHECK ("proposals"."state" in ('open', 'accepted', 'refused', 'withdrawn')),
	CONSTRAINT "proposals_of_offer" CHECK (("proposals"."course_id" is null) = ("proposals"."kind" = 'branch')),
	CONSTRAINT "proposals_branch_given" CHECK (("proposals"."kind" = 'branch') = ("proposals"."course_type" is not null and "proposals"."branch" is not null and "proposals"."session" is not null and "proposals"."study_year" is not null)),
	CONSTRAINT "proposals_seats_given" CHECK (("proposals"."kind" in ('seats', 'branch')) = ("proposals"."total_seats" is not null)),
	CONSTRAINT "proposals_price_given" CHECK (("proposals"."kind" in ('price', 'branch')) = ("proposals"."price_paise" is not null)),
	CONSTRAINT "proposals_old_seats_given" CHECK (("proposals"."kind" = 'seats') = ("proposals"."old_seats" is not null)),
	CONSTRAINT "proposals_old_price_given" CHECK (("proposals"."kind" = 'price') = ("proposals"."old_paise" is not null)),
	CONSTRAINT "proposals_note_length" CHECK (length("proposals"."note") between 1 and 500),
	CONSTRAINT "proposals_answered" CHECK (("proposals"."state" = 'open') = ("proposals"."answered_at" is null)),
	CONSTRAINT "proposals_refused_with_reason" CHECK (("proposals"."state" = 'refused') = ("proposals"."reason" is not null))
);
--> statement-breakpoint
ALTER TABLE "institutes" ADD COLUMN "phone" text;--> statement-breakpoint
ALTER TABLE "institutes" ADD COLUMN "texts" jsonb DEFAULT '{}'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "proposals" ADD CONSTRAINT "proposals_institute_id_institutes_id_fk" FOREIGN KEY ("institute_id") REFERENCES "public"."institutes"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "proposals" ADD CONSTRAINT "proposals_course_id_courses_id_fk" FOREIGN KEY ("course_id") REFERENCES "public"."courses"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "proposals" ADD CONSTRAINT "proposals_session_academic_sessions_name_fk" FOREIGN KEY ("session") REFERENCES "public"."academic_sessions"("name") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "proposals" ADD CONSTRAINT "proposals_proposed_by_admins_id_fk" FOREIGN KEY ("proposed_by") REFERENCES "public"."admins"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "proposals" ADD CONSTRAINT "proposals_answered_by_admins_id_fk" FOREIGN KEY ("answered_by") REFERENCES "public"."admins"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "proposals_one_open" ON "proposals" USING btree ("course_id","kind") WHERE "proposals"."state" = 'open';--> statement-breakpoint
CREATE UNIQUE INDEX "proposals_one_open_branch" ON "proposals" USING btree ("institute_id","course_type",lower("branch"),"session","study_year") WHERE "proposals"."state" = 'open' and "proposals"."kind" = 'branch';--> statement-breakpoint
CREATE INDEX "proposals_open" ON "proposals" USING btree ("institute_id","proposed_at") WHERE "proposals"."state" = 'open';--> statement-breakpoint
CREATE INDEX "proposals_institute" ON "proposals" USING btree ("institute_id","proposed_at");--> statement-breakpoint
ALTER TABLE "institutes" ADD CONSTRAINT "institutes_phone_length" CHECK (length("institutes"."phone") between 1 and 200);--> statement-breakpoint
ALTER TABLE "institutes" ADD CONSTRAINT "institutes_texts_length" CHECK (length("institutes"."texts"::text) <= 20000);