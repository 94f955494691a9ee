CREATE TABLE "companies" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"owner_id" uuid,
	"legal_name" text DEFAULT '' NOT NULL,
	"kind" text,
	"cin" text DEFAULT '' NOT NULL,
	"pan" text DEFAULT '' NOT NULL,
	"gstin" text DEFAULT '' NOT NULL,
	"address" text DEFAULT '' NOT NULL,
	"csr_contact" text DEFAULT '' NOT NULL,
	"papers_email" text DEFAULT '' NOT NULL,
	"plants" text[] DEFAULT '{}' NOT NULL,
	"papers_due" boolean DEFAULT false NOT NULL,
	"version" integer DEFAULT 0 NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_by" text,
	CONSTRAINT "companies_kind_known" CHECK ("companies"."kind" in ('company', 'llp', 'other')),
	CONSTRAINT "companies_plants_count" CHECK (cardinality("companies"."plants") <= 50)
);
--> statement-breakpoint
ALTER TABLE "billings" ADD COLUMN "company_id" uuid;--> statement-breakpoint
ALTER TABLE "billings" ADD COLUMN "order_number" text;--> statement-breakpoint
ALTER TABLE "shared_carts" ADD COLUMN "order_number" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "companies" ADD CONSTRAINT "companies_owner_id_users_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "companies_owner" ON "companies" USING btree ("owner_id") WHERE "companies"."owner_id" is not null;--> statement-breakpoint
CREATE INDEX "companies_papers_due" ON "companies" USING btree ("id") WHERE "companies"."papers_due";--> statement-breakpoint
ALTER TABLE "billings" ADD CONSTRAINT "billings_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "billings_company" ON "billings" USING btree ("company_id") WHERE "billings"."company_id" is not null;--> statement-breakpoint
ALTER TABLE "billings" ADD CONSTRAINT "billings_order_number_length" CHECK (char_length("billings"."order_number") between 1 and 100);
--> statement-breakpoint
-- What administrators search: the order number as well.
CREATE OR REPLACE FUNCTION "refresh_billing_search_index"("ids" uuid[]) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO billing_search_index (billing_id, created_at, company, total_paise, seats, search_text)
  SELECT b.id, b.created_at, lower(coalesce(b.sponsor->>'company', '') COLLATE "und-x-icu"), b.total_paise,
         coalesce((SELECT sum(i.seats) FROM billing_items i WHERE i.billing_id = b.id), 0),
         search_key(concat_ws(E'\n', b.sponsor->>'company', b.sponsor->>'email', b.reference, b.order_number))
    FROM unnest(ids) AS wanted(id) JOIN billings b ON b.id = wanted.id
  ON CONFLICT (billing_id) DO UPDATE
     SET created_at = excluded.created_at, company = excluded.company, total_paise = excluded.total_paise,
         seats = excluded.seats, search_text = excluded.search_text;
END $$;
--> statement-breakpoint
ALTER FUNCTION "refresh_billing_search_index"(uuid[]) SET plan_cache_mode = force_generic_plan;--> statement-breakpoint
DROP TRIGGER "billings_rewritten" ON "billings";--> statement-breakpoint
CREATE TRIGGER "billings_rewritten" AFTER UPDATE OF "sponsor", "total_paise", "created_at", "reference", "order_number" ON "billings"
  FOR EACH ROW EXECUTE FUNCTION "billing_rewritten"();
--> statement-breakpoint
-- Moves the old details of an account or an adoption into its record. Only the release before writes them: dropped with their columns.
CREATE FUNCTION "move_paper_details"("company" uuid, "owner" uuid, "details" jsonb) RETURNS uuid LANGUAGE plpgsql AS $$
DECLARE
  moved uuid;
BEGIN
  INSERT INTO companies AS c (id, owner_id, legal_name, address, pan, gstin)
  VALUES (coalesce(company, gen_random_uuid()), owner, coalesce(details->>'legal_name', ''), coalesce(details->>'address', ''),
          coalesce(details->>'pan', ''), coalesce(details->>'gstin', ''))
  ON CONFLICT (id) DO UPDATE
     SET legal_name = excluded.legal_name, address = excluded.address, pan = excluded.pan, gstin = excluded.gstin,
         version = c.version + 1, updated_at = now(), updated_by = NULL
  RETURNING id INTO moved;
  RETURN moved;
END $$;
--> statement-breakpoint
CREATE FUNCTION "details_of_account"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM move_paper_details((SELECT id FROM companies WHERE owner_id = NEW.id), NEW.id, NEW.billing_details);
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER "users_billing_details" AFTER UPDATE OF "billing_details" ON "users" FOR EACH ROW
  WHEN (NEW.kind = 'registered' AND NEW.billing_details IS NOT NULL AND NEW.billing_details IS DISTINCT FROM OLD.billing_details)
  EXECUTE FUNCTION "details_of_account"();
--> statement-breakpoint
CREATE FUNCTION "details_of_adoption"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  account uuid := (SELECT id FROM users WHERE id = NEW.user_id AND kind <> 'guest');
BEGIN
  NEW.order_number := nullif(NEW.paper_details->>'purchase_order', '');
  IF account IS NOT NULL AND NEW.company_id IS NULL THEN
    PERFORM move_paper_details((SELECT id FROM companies WHERE owner_id = account), account, NEW.paper_details);
  ELSE
    NEW.company_id := move_paper_details((SELECT id FROM companies WHERE id = NEW.company_id AND owner_id IS NULL), NULL, NEW.paper_details);
  END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER "billings_paper_details" BEFORE UPDATE OF "paper_details" ON "billings" FOR EACH ROW
  WHEN (NEW.paper_details IS NOT NULL AND NEW.paper_details IS DISTINCT FROM OLD.paper_details)
  EXECUTE FUNCTION "details_of_adoption"();
