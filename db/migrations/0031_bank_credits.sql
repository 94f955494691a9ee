CREATE TABLE "bank_credits" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"key" text NOT NULL,
	"credited_on" date NOT NULL,
	"amount_paise" bigint NOT NULL,
	"parts_paise" bigint DEFAULT 0 NOT NULL,
	CONSTRAINT "bank_credits_not_exceeded" CHECK ("bank_credits"."parts_paise" between 0 and "bank_credits"."amount_paise")
);
--> statement-breakpoint
-- What identifies a credit. Banks and people pad a UTR with zeros, put signs into it and the mode before it, and the same
-- transfer is called NEFT here and RTGS there. Numbers of cheques and drafts are unique per bank only, and a cheque that
-- bounced is presented again on another day.
CREATE FUNCTION "credit_key"("mode" text, "reference" text, "payer_bank" text, "credited_on" date) RETURNS text
LANGUAGE sql STABLE AS $$
  SELECT CASE WHEN mode NOT IN ('cheque', 'demand_draft') THEN r.number
              ELSE r.number || ' ' || regexp_replace(lower(payer_bank), '[[:space:][:punct:]]+|\m(the|bank|of|limited|ltd)\M', '', 'g')
                     || ' ' || credited_on END
    FROM (SELECT coalesce(nullif(ltrim(regexp_replace(regexp_replace(upper(reference), '[^A-Z0-9]', '', 'g'),
                   '^(NEFT|RTGS|IMPS|UPI|UTR|RRN|REF|NO)+(?=.{12})', ''), '0'), ''), '0') AS number) r
$$;--> statement-breakpoint
-- Receipts of before are credits of one part. References that are the same only now were recorded as different money and
-- stay so.
INSERT INTO "bank_credits" ("id", "key", "credited_on", "amount_paise", "parts_paise")
SELECT r.id, r.key || CASE WHEN r.place > 1 THEN ' #' || r.place ELSE '' END, r.credited_on, r.amount_paise,
       CASE WHEN r.state = 'rejected' THEN 0 ELSE r.amount_paise END
  FROM (SELECT k.*, row_number() OVER (PARTITION BY k.key, k.state = 'rejected' ORDER BY k.recorded_at, k.id) AS place
          FROM (SELECT *, credit_key(mode, reference, payer_bank, credited_on) AS key FROM "bank_receipts") k) r;--> statement-breakpoint
CREATE UNIQUE INDEX "bank_credits_key" ON "bank_credits" USING btree ("key") WHERE "bank_credits"."parts_paise" > 0;--> statement-breakpoint
-- From here on nothing is recorded, confirmed or rejected until the end; what happened since the insert follows.
LOCK TABLE "bank_receipts" IN ACCESS EXCLUSIVE MODE;--> statement-breakpoint
UPDATE "bank_credits" c SET "parts_paise" = 0
  FROM "bank_receipts" r WHERE r.id = c.id AND r.state = 'rejected' AND c.parts_paise > 0;--> statement-breakpoint
INSERT INTO "bank_credits" ("id", "key", "credited_on", "amount_paise", "parts_paise")
SELECT r.id, credit_key(r.mode, r.reference, r.payer_bank, r.credited_on), r.credited_on, r.amount_paise,
       CASE WHEN r.state = 'rejected' THEN 0 ELSE r.amount_paise END
  FROM "bank_receipts" r WHERE NOT EXISTS (SELECT FROM "bank_credits" c WHERE c.id = r.id);--> statement-breakpoint
DROP INDEX "bank_receipts_reference";--> statement-breakpoint
-- Written while the table is rewritten anyway: an update of every row takes longer.
ALTER TABLE "bank_receipts" ADD COLUMN "credit_id" uuid GENERATED ALWAYS AS ("id") STORED;--> statement-breakpoint
ALTER TABLE "bank_receipts" ALTER COLUMN "credit_id" DROP EXPRESSION;--> statement-breakpoint
ALTER TABLE "bank_receipts" ALTER COLUMN "credit_id" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "bank_receipts" ADD CONSTRAINT "bank_receipts_credit_id_bank_credits_id_fk" FOREIGN KEY ("credit_id") REFERENCES "public"."bank_credits"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "bank_receipts_credit" ON "bank_receipts" USING btree ("credit_id");--> statement-breakpoint
-- Counts a receipt as a part of its credit. An instance of the release before names no credit: the receipt is one.
CREATE FUNCTION "count_part_of_credit"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  counted bigint := 0;
BEGIN
  IF TG_OP = 'INSERT' AND NEW.credit_id IS NULL THEN
    INSERT INTO bank_credits (key, credited_on, amount_paise)
    VALUES (credit_key(NEW.mode, NEW.reference, NEW.payer_bank, NEW.credited_on), NEW.credited_on, NEW.amount_paise)
    RETURNING id INTO NEW.credit_id;
  END IF;
  IF TG_OP <> 'DELETE' AND NEW.state <> 'rejected' THEN counted := NEW.amount_paise; END IF;
  IF TG_OP <> 'INSERT' AND OLD.state <> 'rejected' THEN counted := counted - OLD.amount_paise; END IF;
  IF counted <> 0 THEN
    UPDATE bank_credits SET parts_paise = parts_paise + counted WHERE id = coalesce(NEW.credit_id, OLD.credit_id);
  END IF;
  RETURN coalesce(NEW, OLD);
END $$;--> statement-breakpoint
CREATE TRIGGER "bank_receipts_counted" BEFORE INSERT OR UPDATE OF "state", "amount_paise" OR DELETE ON "bank_receipts"
  FOR EACH ROW EXECUTE FUNCTION "count_part_of_credit"();
