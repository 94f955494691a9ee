-- Names that say what the tables are for. Renaming keeps rows, grants and triggers, and takes no longer for many rows than for few.
ALTER TABLE "billing_keys" RENAME TO "billing_search_index";
--> statement-breakpoint
ALTER TABLE "record_counts" RENAME TO "row_counts";
--> statement-breakpoint
ALTER TABLE "adoption_tallies" RENAME TO "adoption_monthly_totals";
--> statement-breakpoint
ALTER TABLE "tally_progress" RENAME TO "monthly_totals_progress";
--> statement-breakpoint
ALTER INDEX "billing_keys_created" RENAME TO "billing_search_index_created";
--> statement-breakpoint
ALTER INDEX "billing_keys_company" RENAME TO "billing_search_index_company";
--> statement-breakpoint
ALTER INDEX "billing_keys_total" RENAME TO "billing_search_index_total";
--> statement-breakpoint
ALTER INDEX "billing_keys_seats" RENAME TO "billing_search_index_seats";
--> statement-breakpoint
ALTER INDEX "billing_keys_search" RENAME TO "billing_search_index_search";
--> statement-breakpoint
-- Keys and checks; newer versions of Postgres name the "not null" of a column too.
DO $$
DECLARE
  given record;
BEGIN
  FOR given IN
    SELECT c.conname AS was, t.was AS table_was, t.now AS table_now
      FROM (VALUES ('billing_keys', 'billing_search_index'), ('record_counts', 'row_counts'), ('adoption_tallies', 'adoption_monthly_totals'), ('tally_progress', 'monthly_totals_progress')) AS t(was, now)
           JOIN pg_constraint c ON c.conrelid = to_regclass(format('public.%I', t.now)) AND starts_with(c.conname, t.was)
  LOOP
    EXECUTE format('ALTER TABLE %I RENAME CONSTRAINT %I TO %I', given.table_now, given.was,
                   given.table_now || substr(given.was, length(given.table_was) + 1));
  END LOOP;
END $$;
--> statement-breakpoint
ALTER FUNCTION "refresh_billing_keys"(uuid[]) RENAME TO "refresh_billing_search_index";
--> statement-breakpoint
ALTER FUNCTION "count_records"() RENAME TO "count_rows";
--> statement-breakpoint
ALTER FUNCTION "forget_records"() RENAME TO "reset_row_counts";
--> statement-breakpoint
CREATE OR REPLACE FUNCTION "refresh_billing_search_index"("ids" uuid[]) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO billing_search_index (billing_id, created_at, company, total_paise, seats, search_text)
  SELECT b.id, b.created_at, lower(coalesce(b.sponsor->>'company', '') COLLATE "und-x-icu"), b.total_paise,
         coalesce((SELECT sum(i.seats) FROM billing_items i WHERE i.billing_id = b.id), 0),
         search_key(concat_ws(E'\n', b.sponsor->>'company', b.sponsor->>'email', b.reference))
    FROM unnest(ids) AS wanted(id) JOIN billings b ON b.id = wanted.id
  ON CONFLICT (billing_id) DO UPDATE
     SET created_at = excluded.created_at, company = excluded.company, total_paise = excluded.total_paise,
         seats = excluded.seats, search_text = excluded.search_text;
END $$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION "billing_added"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM refresh_billing_search_index(ARRAY(SELECT id FROM written));
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION "billing_rewritten"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM refresh_billing_search_index(ARRAY[NEW.id]);
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION "billing_items_added"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM refresh_billing_search_index(ids) FROM (
    SELECT array_agg(k.billing_id) AS ids FROM billing_search_index k
     WHERE k.billing_id IN (SELECT billing_id FROM written)
       AND k.seats <> (SELECT sum(i.seats) FROM billing_items i WHERE i.billing_id = k.billing_id)) late
   WHERE ids IS NOT NULL;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION "count_rows"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  more bigint := (SELECT count(*) FROM changed) * CASE TG_OP WHEN 'DELETE' THEN -1 ELSE 1 END;
BEGIN
  IF more <> 0 THEN
    INSERT INTO row_counts (shard, users, billings)
    VALUES (pg_backend_pid() % 16, CASE TG_TABLE_NAME WHEN 'users' THEN more ELSE 0 END,
            CASE TG_TABLE_NAME WHEN 'billings' THEN more ELSE 0 END)
    ON CONFLICT (shard) DO UPDATE
       SET users = row_counts.users + excluded.users, billings = row_counts.billings + excluded.billings;
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION "reset_row_counts"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE row_counts SET users = CASE TG_TABLE_NAME WHEN 'users' THEN 0 ELSE users END,
                           billings = CASE TG_TABLE_NAME WHEN 'billings' THEN 0 ELSE billings END;
  RETURN NULL;
END $$;
