CREATE TABLE "unpaid_seats" (
	"key" text PRIMARY KEY NOT NULL,
	"seats" integer DEFAULT 0 NOT NULL,
	"max_seats" integer,
	CONSTRAINT "unpaid_seats_range" CHECK ("unpaid_seats"."seats" >= 0),
	CONSTRAINT "unpaid_seats_max_range" CHECK ("unpaid_seats"."max_seats" between 0 and 100000000)
);
--> statement-breakpoint
ALTER TABLE "billings" DROP CONSTRAINT "billings_state_known";--> statement-breakpoint
ALTER TABLE "billings" DROP CONSTRAINT "billings_state_of_channel";--> statement-breakpoint
ALTER TABLE "billings" ADD COLUMN "limit_keys" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "billings" ADD COLUMN "limit_seats" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "billings" ADD CONSTRAINT "billings_state_known" CHECK ("billings"."state" in ('draft', 'pledged', 'held', 'completed', 'expired', 'refund_due', 'replaced', 'cancelled'));--> statement-breakpoint
ALTER TABLE "billings" ADD CONSTRAINT "billings_state_of_channel" CHECK ("billings"."state" in ('draft', 'replaced') or ("billings"."channel" = 'public') = ("billings"."state" in ('pledged', 'cancelled')));--> statement-breakpoint
-- Fires at the end of a statement, when it has locked its billings and courses; keys come in one order, so that no two statements
-- wait for each other.
CREATE FUNCTION "add_unpaid_seats"("keys" text[], "amounts" integer[]) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  of_key record;
BEGIN
  FOR of_key IN
    SELECT d.key, sum(d.seats)::integer AS seats FROM unnest(keys, amounts) AS d(key, seats)
     GROUP BY d.key HAVING sum(d.seats) <> 0 ORDER BY d.key COLLATE "C"
  LOOP
    -- The row that is proposed must pass the checks even where it is not the one that is written.
    INSERT INTO unpaid_seats AS u (key, seats) VALUES (of_key.key, greatest(of_key.seats, 0))
    ON CONFLICT (key) DO UPDATE SET seats = u.seats + of_key.seats;
  END LOOP;
END $$;--> statement-breakpoint
CREATE FUNCTION "billings_limited"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' THEN
    PERFORM add_unpaid_seats(array_agg(d.key), array_agg(d.seats)) FROM (
      SELECT unnest(n.limit_keys) AS key, n.limit_seats AS seats FROM newer n WHERE n.state IN ('pledged', 'held')
      UNION ALL
      SELECT unnest(o.limit_keys), -o.limit_seats FROM older o WHERE o.state IN ('pledged', 'held')) d;
  ELSIF TG_OP = 'INSERT' THEN
    PERFORM add_unpaid_seats(array_agg(d.key), array_agg(d.seats)) FROM (
      SELECT unnest(n.limit_keys) AS key, n.limit_seats AS seats FROM newer n WHERE n.state IN ('pledged', 'held')) d;
  ELSE
    PERFORM add_unpaid_seats(array_agg(d.key), array_agg(d.seats)) FROM (
      SELECT unnest(o.limit_keys) AS key, -o.limit_seats AS seats FROM older o WHERE o.state IN ('pledged', 'held')) d;
  END IF;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE FUNCTION "billings_limits_forgotten"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE unpaid_seats SET seats = 0;
  RETURN NULL;
END $$;--> statement-breakpoint
-- Seats that were taken before count as if they were taken now (lib/adoption/limits.ts): under the e-mail and its domain, or
-- under the phone where the code of a public adoption went there. Hosts of free e-mail are no companies: they are summed up
-- here as well, and nobody is held against that sum.
UPDATE "billings" b
   SET "limit_seats" = (SELECT coalesce(sum(i.seats), 0) FROM billing_items i WHERE i.billing_id = b.id),
       "limit_keys" = CASE
         WHEN b.channel = 'public' AND EXISTS (SELECT FROM otp_challenges c WHERE c.billing_id = b.id AND c.channel = 'phone' AND c.consumed_at IS NOT NULL)
         THEN ARRAY['phone:' || (b.sponsor->>'phone')]
         ELSE ARRAY['email:' || CASE
                      WHEN host.name IN ('gmail.com', 'googlemail.com') THEN replace(mailbox.name, '.', '') || '@gmail.com'
                      ELSE mailbox.name || '@' || host.name END,
                    'domain:' || coalesce(substring(host.name from '([^.]+\.(?:(?:ac|co|com|edu|firm|gen|gov|ind|mil|net|nic|org|res)\.[a-z]{2}|[^.]+))$'), host.name)]
         END
  FROM billings self
       CROSS JOIN LATERAL (SELECT lower(self.sponsor->>'email') AS text) email
       CROSS JOIN LATERAL (SELECT substring(email.text from '[^@]*$') AS name) host
       CROSS JOIN LATERAL (SELECT substring(email.text from '^[^+@]*') AS name) mailbox
 WHERE self.id = b.id AND b.state IN ('pledged', 'held') AND b.sponsor->>'email' IS NOT NULL;--> statement-breakpoint
INSERT INTO "unpaid_seats" ("key", "seats")
SELECT key, sum(limit_seats) FROM (SELECT unnest(limit_keys) AS key, limit_seats FROM billings WHERE state IN ('pledged', 'held')) s
 GROUP BY key HAVING sum(limit_seats) > 0;--> statement-breakpoint
CREATE TRIGGER "billings_limited_insert" AFTER INSERT ON "billings" REFERENCING NEW TABLE AS newer
  FOR EACH STATEMENT EXECUTE FUNCTION "billings_limited"();--> statement-breakpoint
CREATE TRIGGER "billings_limited_update" AFTER UPDATE ON "billings" REFERENCING OLD TABLE AS older NEW TABLE AS newer
  FOR EACH STATEMENT EXECUTE FUNCTION "billings_limited"();--> statement-breakpoint
CREATE TRIGGER "billings_limited_delete" AFTER DELETE ON "billings" REFERENCING OLD TABLE AS older
  FOR EACH STATEMENT EXECUTE FUNCTION "billings_limited"();--> statement-breakpoint
CREATE TRIGGER "billings_limited_truncate" AFTER TRUNCATE ON "billings"
  FOR EACH STATEMENT EXECUTE FUNCTION "billings_limits_forgotten"();
