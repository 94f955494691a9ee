CREATE TABLE "company_groups" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"name" text NOT NULL,
	"name_key" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "company_keys" (
	"key" text PRIMARY KEY NOT NULL,
	"home_id" uuid,
	"group_id" uuid NOT NULL,
	"joined_by" text,
	"joined_at" timestamp with time zone,
	"reason" text,
	CONSTRAINT "company_keys_key_form" CHECK ("company_keys"."key" ~ '^(domain:.+|(user|adoption):[0-9a-f-]{36})$'),
	CONSTRAINT "company_keys_joined" CHECK (("company_keys"."joined_at" is null) = ("company_keys"."home_id" is not distinct from "company_keys"."group_id")),
	CONSTRAINT "company_keys_joined_why" CHECK (("company_keys"."joined_at" is null) = ("company_keys"."reason" is null) and ("company_keys"."joined_at" is null) = ("company_keys"."joined_by" is null))
);
--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "company_key" text;--> statement-breakpoint
ALTER TABLE "billing_search_index" ADD COLUMN "company_key" text;--> statement-breakpoint
ALTER TABLE "billing_search_index" ADD COLUMN "group_id" uuid;--> statement-breakpoint
ALTER TABLE "company_keys" ADD CONSTRAINT "company_keys_home_id_company_groups_id_fk" FOREIGN KEY ("home_id") REFERENCES "public"."company_groups"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "company_keys" ADD CONSTRAINT "company_keys_group_id_company_groups_id_fk" FOREIGN KEY ("group_id") REFERENCES "public"."company_groups"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "company_groups_name" ON "company_groups" USING btree (lower("name" collate "und-x-icu") collate "C","id");--> statement-breakpoint
CREATE INDEX "company_groups_name_key" ON "company_groups" USING btree ("name_key" collate "C");--> statement-breakpoint
CREATE INDEX "company_groups_search" ON "company_groups" USING gin (search_key("name") gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "company_keys_group" ON "company_keys" USING btree ("group_id");--> statement-breakpoint
CREATE INDEX "company_keys_home" ON "company_keys" USING btree ("home_id");--> statement-breakpoint
ALTER TABLE "billing_search_index" ADD CONSTRAINT "billing_search_index_group_id_company_groups_id_fk" FOREIGN KEY ("group_id") REFERENCES "public"."company_groups"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "users_company_key" ON "users" USING btree ("company_key");--> statement-breakpoint
CREATE INDEX "users_without_company_key" ON "users" USING btree ("id") WHERE "users"."company_key" is null and "users"."kind" = 'registered';--> statement-breakpoint
CREATE INDEX "billing_search_index_group" ON "billing_search_index" USING btree ("group_id","created_at","billing_id");--> statement-breakpoint
CREATE INDEX "billing_search_index_without_key" ON "billing_search_index" USING btree ("billing_id") WHERE "billing_search_index"."company_key" is null;--> statement-breakpoint
CREATE INDEX "companies_pan" ON "companies" USING btree ("pan") WHERE "companies"."pan" <> '';
--> statement-breakpoint
-- A job finds the company again after another address, or the same one confirmed; a deleted account stays with its company.
CREATE FUNCTION "forget_company_key"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.company_key := NULL;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER "users_company_key_changed" BEFORE UPDATE OF "email", "email_verified_at", "kind", "member_of" ON "users" FOR EACH ROW
  WHEN (NEW.kind = 'registered' AND (lower(NEW.email) IS DISTINCT FROM lower(OLD.email) OR NEW.kind <> OLD.kind
        OR NEW.member_of IS DISTINCT FROM OLD.member_of OR (NEW.email_verified_at IS NULL) <> (OLD.email_verified_at IS NULL)))
  EXECUTE FUNCTION "forget_company_key"();
--> statement-breakpoint
-- The adoptions of a guest who registered are those of the account.
CREATE FUNCTION "forget_billing_company_key"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE billing_search_index SET company_key = NULL
   WHERE billing_id = NEW.id AND EXISTS (SELECT FROM users WHERE id = NEW.user_id AND kind = 'registered');
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER "billings_company_key_changed" AFTER UPDATE OF "user_id" ON "billings" FOR EACH ROW
  WHEN (NEW.user_id <> OLD.user_id) EXECUTE FUNCTION "forget_billing_company_key"();
