CREATE TABLE "adoption_entries" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"state" text DEFAULT 'waiting' NOT NULL,
	"sponsor" jsonb,
	"locale" text NOT NULL,
	"lines" jsonb NOT NULL,
	"paper_reference" text NOT NULL,
	"note" text NOT NULL,
	"reservation_id" uuid,
	"billing_id" uuid,
	"entered_by" uuid NOT NULL,
	"entered_at" timestamp with time zone DEFAULT now() NOT NULL,
	"decided_by" uuid,
	"decided_at" timestamp with time zone,
	"answer" text,
	"version" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "adoption_entries_billing_id_unique" UNIQUE("billing_id"),
	CONSTRAINT "adoption_entries_state_known" CHECK ("adoption_entries"."state" in ('waiting', 'confirmed', 'refused')),
	CONSTRAINT "adoption_entries_decided" CHECK (("adoption_entries"."state" = 'waiting') = ("adoption_entries"."decided_at" is null)),
	CONSTRAINT "adoption_entries_billing" CHECK (("adoption_entries"."state" = 'confirmed') = ("adoption_entries"."billing_id" is not null)),
	CONSTRAINT "adoption_entries_sponsor" CHECK (("adoption_entries"."state" = 'confirmed') = ("adoption_entries"."sponsor" is null))
);
--> statement-breakpoint
ALTER TABLE "billings" DROP CONSTRAINT "billings_verified_channel";--> statement-breakpoint
ALTER TABLE "reservations" DROP CONSTRAINT "reservations_kind_known";--> statement-breakpoint
ALTER TABLE "billings" ADD COLUMN "instalment_paise" bigint[];--> statement-breakpoint
ALTER TABLE "reservations" ADD COLUMN "is_proposed" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "reservations" ADD COLUMN "confirmed_by" uuid;--> statement-breakpoint
ALTER TABLE "reservations" ADD COLUMN "confirmed_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "adoption_entries" ADD CONSTRAINT "adoption_entries_reservation_id_reservations_id_fk" FOREIGN KEY ("reservation_id") REFERENCES "public"."reservations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "adoption_entries" ADD CONSTRAINT "adoption_entries_billing_id_billings_id_fk" FOREIGN KEY ("billing_id") REFERENCES "public"."billings"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "adoption_entries_entered" ON "adoption_entries" USING btree ("entered_at","id");--> statement-breakpoint
CREATE INDEX "adoption_entries_waiting" ON "adoption_entries" USING btree ("entered_at") WHERE "adoption_entries"."state" = 'waiting';--> statement-breakpoint
CREATE UNIQUE INDEX "adoption_entries_paper" ON "adoption_entries" USING btree (lower("sponsor"->>'email'),lower("paper_reference")) WHERE "adoption_entries"."state" = 'waiting';--> statement-breakpoint
CREATE INDEX "reservations_proposed" ON "reservations" USING btree ("created_at") WHERE "reservations"."is_proposed" and "reservations"."ended_at" is null;--> statement-breakpoint
ALTER TABLE "billings" ADD CONSTRAINT "billings_instalments_amounts" CHECK ("billings"."instalment_paise" is null or "billings"."instalments" is not null and cardinality("billings"."instalment_paise") = cardinality("billings"."instalments") and 0 < all("billings"."instalment_paise"));--> statement-breakpoint
ALTER TABLE "billings" ADD CONSTRAINT "billings_verified_channel" CHECK ("billings"."verified_channel" is null or ("billings"."verified_channel" in ('email', 'phone', 'paper') and "billings"."verified_at" is not null));--> statement-breakpoint
ALTER TABLE "reservations" ADD CONSTRAINT "reservations_confirmed" CHECK ("reservations"."confirmed_at" is null or not "reservations"."is_proposed");--> statement-breakpoint
ALTER TABLE "reservations" ADD CONSTRAINT "reservations_kind_known" CHECK ("reservations"."kind" in ('agreement', 'waiting', 'entry'));