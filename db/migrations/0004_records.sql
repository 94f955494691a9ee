CREATE EXTENSION IF NOT EXISTS pg_trgm;
--> statement-breakpoint
-- Text as it is searched: lower case, and whatever is not ASCII by its code points. pg_trgm asks the locale of the database
-- what a letter is, and in that of many databases Hindi has none. The marks U and X are no lower case: they stand for nothing else.
CREATE FUNCTION "search_key"("given" text) RETURNS text LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $$
BEGIN
  IF octet_length(given) = length(given) THEN RETURN lower(given COLLATE "C"); END IF;
  RETURN (
    SELECT string_agg(CASE WHEN ascii(c) < 128 THEN c ELSE 'U' || upper(to_hex(ascii(c))) || 'X' END, '' ORDER BY n)
      FROM string_to_table(lower(normalize(given, NFC) COLLATE "und-x-icu"), NULL) WITH ORDINALITY AS t(c, n));
END $$;
--> statement-breakpoint
CREATE TABLE "billing_keys" (
	"billing_id" uuid PRIMARY KEY NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"company" text NOT NULL,
	"total_paise" bigint NOT NULL,
	"seats" integer NOT NULL,
	"search_text" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "record_counts" (
	"shard" smallint PRIMARY KEY NOT NULL,
	"users" bigint DEFAULT 0 NOT NULL,
	"billings" bigint DEFAULT 0 NOT NULL
);
--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "search_text" text GENERATED ALWAYS AS (search_key(full_name || E'\n' || company_name || E'\n' || email || E'\n' || phone_number || E'\n' || regexp_replace(phone_number, '\D', '', 'g'))) STORED NOT NULL;--> statement-breakpoint
ALTER TABLE "billing_keys" ADD CONSTRAINT "billing_keys_billing_id_billings_id_fk" FOREIGN KEY ("billing_id") REFERENCES "public"."billings"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "billing_keys_created" ON "billing_keys" USING btree ("created_at","billing_id");--> statement-breakpoint
CREATE INDEX "billing_keys_company" ON "billing_keys" USING btree ("company" collate "C","billing_id");--> statement-breakpoint
CREATE INDEX "billing_keys_total" ON "billing_keys" USING btree ("total_paise","billing_id");--> statement-breakpoint
CREATE INDEX "billing_keys_seats" ON "billing_keys" USING btree ("seats","billing_id");--> statement-breakpoint
CREATE INDEX "billing_keys_search" ON "billing_keys" USING gin ("search_text" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "billing_items_type_city" ON "billing_items" USING btree ("course_name",lower("city"),"billing_id","city");--> statement-breakpoint
CREATE INDEX "billings_state" ON "billings" USING btree ("state","created_at","id","verified_at","hold_expires_at");--> statement-breakpoint
CREATE INDEX "users_created" ON "users" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "users_name" ON "users" USING btree (lower("full_name" collate "und-x-icu") collate "C","id");--> statement-breakpoint
CREATE INDEX "users_company" ON "users" USING btree (lower("company_name" collate "und-x-icu") collate "C","id");--> statement-breakpoint
CREATE INDEX "users_search" ON "users" USING gin ("search_text" gin_trgm_ops);
--> statement-breakpoint
CREATE FUNCTION "refresh_billing_keys"("ids" uuid[]) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO billing_keys (billing_id, created_at, company, total_paise, seats, search_text)
  SELECT b.id, b.created_at, lower(coalesce(b.sponsor->>'company', '') COLLATE "und-x-icu"), b.total_paise,
         coalesce((SELECT sum(i.seats) FROM billing_items i WHERE i.billing_id = b.id), 0),
         search_key(concat_ws(E'\n', b.sponsor->>'company', b.sponsor->>'email', b.reference))
    FROM unnest(ids) AS wanted(id) JOIN billings b ON b.id = wanted.id
  ON CONFLICT (billing_id) DO UPDATE
     SET created_at = excluded.created_at, company = excluded.company, total_paise = excluded.total_paise,
         seats = excluded.seats, search_text = excluded.search_text;
END $$;--> statement-breakpoint
CREATE FUNCTION "billing_added"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM refresh_billing_keys(ARRAY(SELECT id FROM written));
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE FUNCTION "billing_rewritten"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM refresh_billing_keys(ARRAY[NEW.id]);
  RETURN NULL;
END $$;--> statement-breakpoint
-- Lines that come in the statement of their billing are counted with it; those that come later are counted here.
CREATE FUNCTION "billing_items_added"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM refresh_billing_keys(ids) FROM (
    SELECT array_agg(k.billing_id) AS ids FROM billing_keys k
     WHERE k.billing_id IN (SELECT billing_id FROM written)
       AND k.seats <> (SELECT sum(i.seats) FROM billing_items i WHERE i.billing_id = k.billing_id)) late
   WHERE ids IS NOT NULL;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE FUNCTION "count_records"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  more bigint := (SELECT count(*) FROM changed) * CASE TG_OP WHEN 'DELETE' THEN -1 ELSE 1 END;
BEGIN
  IF more <> 0 THEN
    INSERT INTO record_counts (shard, users, billings)
    VALUES (pg_backend_pid() % 16, CASE TG_TABLE_NAME WHEN 'users' THEN more ELSE 0 END,
            CASE TG_TABLE_NAME WHEN 'billings' THEN more ELSE 0 END)
    ON CONFLICT (shard) DO UPDATE
       SET users = record_counts.users + excluded.users, billings = record_counts.billings + excluded.billings;
  END IF;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE FUNCTION "forget_records"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE record_counts SET users = CASE TG_TABLE_NAME WHEN 'users' THEN 0 ELSE users END,
                           billings = CASE TG_TABLE_NAME WHEN 'billings' THEN 0 ELSE billings END;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER "billings_added" AFTER INSERT ON "billings" REFERENCING NEW TABLE AS written
  FOR EACH STATEMENT EXECUTE FUNCTION "billing_added"();--> statement-breakpoint
CREATE TRIGGER "billings_rewritten" AFTER UPDATE OF "sponsor", "total_paise", "created_at", "reference" ON "billings"
  FOR EACH ROW EXECUTE FUNCTION "billing_rewritten"();--> statement-breakpoint
CREATE TRIGGER "billing_items_added" AFTER INSERT ON "billing_items" REFERENCING NEW TABLE AS written
  FOR EACH STATEMENT EXECUTE FUNCTION "billing_items_added"();--> statement-breakpoint
CREATE TRIGGER "users_counted_in" AFTER INSERT ON "users" REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION "count_records"();--> statement-breakpoint
CREATE TRIGGER "users_counted_out" AFTER DELETE ON "users" REFERENCING OLD TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION "count_records"();--> statement-breakpoint
CREATE TRIGGER "users_forgotten" AFTER TRUNCATE ON "users"
  FOR EACH STATEMENT EXECUTE FUNCTION "forget_records"();--> statement-breakpoint
CREATE TRIGGER "billings_counted_in" AFTER INSERT ON "billings" REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION "count_records"();--> statement-breakpoint
CREATE TRIGGER "billings_counted_out" AFTER DELETE ON "billings" REFERENCING OLD TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION "count_records"();--> statement-breakpoint
CREATE TRIGGER "billings_forgotten" AFTER TRUNCATE ON "billings"
  FOR EACH STATEMENT EXECUTE FUNCTION "forget_records"();--> statement-breakpoint
INSERT INTO "record_counts" SELECT 0, (SELECT count(*) FROM "users"), (SELECT count(*) FROM "billings");--> statement-breakpoint
SELECT refresh_billing_keys(ARRAY(SELECT "id" FROM "billings"));
