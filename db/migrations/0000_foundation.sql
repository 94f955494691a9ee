CREATE TABLE "billing_events" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"billing_id" uuid NOT NULL,
	"event" text NOT NULL,
	"from_state" text,
	"to_state" text NOT NULL,
	"actor" text NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "billing_items" (
	"billing_id" uuid NOT NULL,
	"course_id" uuid NOT NULL,
	"position" integer NOT NULL,
	"seats" integer NOT NULL,
	"price_paise" bigint NOT NULL,
	"course_name" text NOT NULL,
	"branch" text NOT NULL,
	"institute" text NOT NULL,
	"city" text NOT NULL,
	CONSTRAINT "billing_items_billing_id_course_id_pk" PRIMARY KEY("billing_id","course_id"),
	CONSTRAINT "billing_items_seats_positive" CHECK ("billing_items"."seats" between 1 and 10000),
	CONSTRAINT "billing_items_price_range" CHECK ("billing_items"."price_paise" between 0 and 1000000000)
);
--> statement-breakpoint
CREATE TABLE "billings" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"reference" text NOT NULL,
	"user_id" uuid NOT NULL,
	"channel" text NOT NULL,
	"state" text DEFAULT 'draft' NOT NULL,
	"sponsor" jsonb NOT NULL,
	"total_paise" bigint NOT NULL,
	"verified_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "billings_reference_unique" UNIQUE("reference"),
	CONSTRAINT "billings_channel_known" CHECK ("billings"."channel" in ('public', 'dashboard')),
	CONSTRAINT "billings_state_known" CHECK ("billings"."state" in ('draft', 'pledged', 'replaced')),
	CONSTRAINT "billings_verified_when_pledged" CHECK (("billings"."state" = 'pledged') = ("billings"."verified_at" is not null)),
	CONSTRAINT "billings_total_positive" CHECK ("billings"."total_paise" >= 0)
);
--> statement-breakpoint
CREATE TABLE "courses" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"institute_id" uuid,
	"city" text NOT NULL,
	"course_type" text NOT NULL,
	"branch" text NOT NULL,
	"total_seats" integer NOT NULL,
	"adopted_seats" integer DEFAULT 0 NOT NULL,
	"held_seats" integer DEFAULT 0 NOT NULL,
	"price_paise" bigint NOT NULL,
	"is_open" boolean DEFAULT true NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "courses_type_known" CHECK ("courses"."course_type" in ('M.Tech', 'B.Tech', 'Diploma', 'Polytechnic', 'ITI')),
	CONSTRAINT "courses_total_seats_range" CHECK ("courses"."total_seats" between 0 and 10000),
	CONSTRAINT "courses_adopted_seats_range" CHECK ("courses"."adopted_seats" >= 0),
	CONSTRAINT "courses_held_seats_range" CHECK ("courses"."held_seats" >= 0),
	CONSTRAINT "courses_seats_not_oversold" CHECK ("courses"."adopted_seats" + "courses"."held_seats" <= "courses"."total_seats"),
	CONSTRAINT "courses_price_range" CHECK ("courses"."price_paise" between 0 and 1000000000)
);
--> statement-breakpoint
CREATE TABLE "institutes" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"name" text NOT NULL,
	"city" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "institutes_name_given" CHECK (length(trim("institutes"."name")) > 0)
);
--> statement-breakpoint
CREATE TABLE "users" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"kind" text NOT NULL,
	"full_name" text NOT NULL,
	"designation" text NOT NULL,
	"email" text NOT NULL,
	"phone_number" text NOT NULL,
	"company_name" text NOT NULL,
	"industry" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "users_kind_known" CHECK ("users"."kind" in ('guest', 'registered'))
);
--> statement-breakpoint
CREATE TABLE "otp_challenges" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"purpose" text NOT NULL,
	"user_id" uuid NOT NULL,
	"billing_id" uuid NOT NULL,
	"channel" text NOT NULL,
	"email" text NOT NULL,
	"phone" text NOT NULL,
	"code_hash" text NOT NULL,
	"wrong_attempts" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"consumed_at" timestamp with time zone,
	CONSTRAINT "otp_challenges_channel_known" CHECK ("otp_challenges"."channel" in ('email', 'phone')),
	CONSTRAINT "otp_challenges_attempts_range" CHECK ("otp_challenges"."wrong_attempts" between 0 and 5)
);
--> statement-breakpoint
CREATE TABLE "rate_limits" (
	"key" text PRIMARY KEY NOT NULL,
	"points" integer DEFAULT 0 NOT NULL,
	"expire" timestamp with time zone
);
--> statement-breakpoint
ALTER TABLE "billing_events" ADD CONSTRAINT "billing_events_billing_id_billings_id_fk" FOREIGN KEY ("billing_id") REFERENCES "public"."billings"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "billing_items" ADD CONSTRAINT "billing_items_billing_id_billings_id_fk" FOREIGN KEY ("billing_id") REFERENCES "public"."billings"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "billing_items" ADD CONSTRAINT "billing_items_course_id_courses_id_fk" FOREIGN KEY ("course_id") REFERENCES "public"."courses"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "billings" ADD CONSTRAINT "billings_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "courses" ADD CONSTRAINT "courses_institute_id_institutes_id_fk" FOREIGN KEY ("institute_id") REFERENCES "public"."institutes"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "otp_challenges" ADD CONSTRAINT "otp_challenges_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "otp_challenges" ADD CONSTRAINT "otp_challenges_billing_id_billings_id_fk" FOREIGN KEY ("billing_id") REFERENCES "public"."billings"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "billing_events_billing" ON "billing_events" USING btree ("billing_id");--> statement-breakpoint
CREATE INDEX "billing_items_course" ON "billing_items" USING btree ("course_id");--> statement-breakpoint
CREATE UNIQUE INDEX "billings_one_draft" ON "billings" USING btree ("user_id","channel",("sponsor"->>'phone')) WHERE "billings"."state" = 'draft';--> statement-breakpoint
CREATE INDEX "billings_user" ON "billings" USING btree ("user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "courses_natural_key" ON "courses" USING btree (lower("city"),coalesce("institute_id", '00000000-0000-0000-0000-000000000000'::uuid),"course_type",lower("branch"));--> statement-breakpoint
CREATE INDEX "courses_city_type" ON "courses" USING btree (lower("city"),"course_type");--> statement-breakpoint
CREATE UNIQUE INDEX "institutes_name_city" ON "institutes" USING btree (lower("name"),lower("city"));--> statement-breakpoint
CREATE UNIQUE INDEX "users_kind_email" ON "users" USING btree ("kind",lower("email"));--> statement-breakpoint
CREATE INDEX "otp_challenges_subject" ON "otp_challenges" USING btree ("user_id","email","phone","channel","purpose","id");--> statement-breakpoint
CREATE INDEX "otp_challenges_email" ON "otp_challenges" USING btree ("email","created_at");--> statement-breakpoint
CREATE INDEX "otp_challenges_phone" ON "otp_challenges" USING btree ("phone","created_at");