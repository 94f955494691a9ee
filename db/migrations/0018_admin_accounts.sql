-- The hash chain of the audit log. Existing entries are chained before anything is locked; the trigger, which waits for
-- writers, comes after them, and then the few entries that were written meanwhile.
CREATE TABLE "audit_chain" (
	"position" bigint PRIMARY KEY NOT NULL,
	"entry_id" bigint NOT NULL,
	"hash" text NOT NULL,
	CONSTRAINT "audit_chain_entry_id_unique" UNIQUE("entry_id")
);
--> statement-breakpoint
CREATE FUNCTION "audit_entry_hash"("previous" text, "entry" audit_log) RETURNS text LANGUAGE sql STABLE AS $$
  SELECT encode(sha256(convert_to(previous || jsonb_build_array(entry.id, extract(epoch from entry.at), entry.admin_id, entry.actor,
    entry.action, entry.subject, entry.before, entry.after, entry.cause_id)::text, 'UTF8')), 'hex')
$$;--> statement-breakpoint
CREATE FUNCTION "chain_audit_entries"("first" bigint) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  entry audit_log;
  last record;
BEGIN
  SELECT c.position, c.hash INTO last FROM audit_chain c ORDER BY c.position DESC LIMIT 1;
  IF NOT FOUND THEN
    SELECT 0::bigint AS position, '' AS hash INTO last;
  END IF;
  FOR entry IN SELECT l.* FROM audit_log l
                WHERE l.id >= first AND NOT EXISTS (SELECT FROM audit_chain c WHERE c.entry_id = l.id) ORDER BY l.id LOOP
    SELECT last.position + 1 AS position, audit_entry_hash(last.hash, entry) AS hash INTO last;
    INSERT INTO audit_chain (position, entry_id, hash) VALUES (last.position, entry.id, last.hash);
  END LOOP;
END $$;--> statement-breakpoint
SELECT "chain_audit_entries"(0);--> statement-breakpoint
CREATE FUNCTION "chain_added_audit_entries"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  first bigint;
BEGIN
  SELECT min(id) INTO first FROM added;
  IF first IS NOT NULL THEN
    -- One writer at a time, until its transaction ends: the next one reads the hash that this one wrote.
    PERFORM pg_advisory_xact_lock(735004);
    PERFORM chain_audit_entries(first);
  END IF;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER "audit_log_is_chained" AFTER INSERT ON "audit_log"
  REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION "chain_added_audit_entries"();--> statement-breakpoint
SELECT "chain_audit_entries"(coalesce((SELECT max("entry_id") FROM "audit_chain"), 0) - 1000);--> statement-breakpoint
CREATE TRIGGER "audit_chain_only_grows" BEFORE UPDATE OR DELETE OR TRUNCATE ON "audit_chain"
  FOR EACH STATEMENT EXECUTE FUNCTION "refuse_audit_change"();--> statement-breakpoint
-- Whoever is an administrator already may do everything and becomes an owner; later ones name their role.
ALTER TABLE "admins" ADD COLUMN "role" text NOT NULL DEFAULT 'owner';--> statement-breakpoint
ALTER TABLE "admins" ALTER COLUMN "role" DROP DEFAULT;--> statement-breakpoint
ALTER TABLE "admins" ADD COLUMN "deactivated_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "admins" ADD CONSTRAINT "admins_role_known" CHECK ("admins"."role" in ('viewer', 'catalogue', 'finance', 'owner'));
