-- Migrations 0003 and 0004 were changed on the day they were written. A database migrated before that has neither the
-- guard of the audit log against TRUNCATE nor the columns that let two indexes answer counts alone.
CREATE OR REPLACE TRIGGER "audit_log_only_grows" BEFORE UPDATE OR DELETE OR TRUNCATE ON "audit_log"
  FOR EACH STATEMENT EXECUTE FUNCTION "refuse_audit_change"();--> statement-breakpoint
DO $$
BEGIN
  IF pg_get_indexdef('billing_items_type_city'::regclass) NOT LIKE '%billing_id, city)' THEN
    DROP INDEX "billing_items_type_city";
    CREATE INDEX "billing_items_type_city" ON "billing_items" USING btree ("course_name",lower("city"),"billing_id","city");
  END IF;
  IF pg_get_indexdef('billings_state'::regclass) NOT LIKE '%verified_at, hold_expires_at)' THEN
    DROP INDEX "billings_state";
    CREATE INDEX "billings_state" ON "billings" USING btree ("state","created_at","id","verified_at","hold_expires_at");
  END IF;
END $$;
