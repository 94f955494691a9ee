-- The details of an account become its record: those that its next adoption would start with, otherwise those of its newest adoption.
-- A migration of its own: rows are locked while they move, tables are not.
INSERT INTO "companies" (owner_id, legal_name, address, pan, gstin)
SELECT u.id, coalesce(d.details->>'legal_name', ''), coalesce(d.details->>'address', ''), coalesce(d.details->>'pan', ''), coalesce(d.details->>'gstin', '')
  FROM "users" u
 CROSS JOIN LATERAL (
       SELECT coalesce(nullif(u.billing_details, '{}'),
                       (SELECT b.paper_details - 'purchase_order' FROM "billings" b
                         WHERE b.user_id = u.id AND b.paper_details - 'purchase_order' <> '{}'
                         ORDER BY b.verified_at DESC NULLS LAST, b.id LIMIT 1)) AS details) d
 WHERE u.kind <> 'guest' AND d.details IS NOT NULL
ON CONFLICT (owner_id) WHERE owner_id IS NOT NULL DO NOTHING;--> statement-breakpoint
-- Those of a guest's adoption become its own, and order numbers stay with their adoptions.
WITH moved AS MATERIALIZED (
  SELECT b.id, b.paper_details AS details, nullif(left(trim(b.paper_details->>'purchase_order'), 100), '') AS order_number,
         CASE WHEN u.kind = 'guest' AND b.paper_details - 'purchase_order' <> '{}' THEN gen_random_uuid() END AS company_id
    FROM "billings" b JOIN "users" u ON u.id = b.user_id
   WHERE b.paper_details <> '{}' AND b.company_id IS NULL),
created AS (
  INSERT INTO "companies" (id, legal_name, address, pan, gstin)
  SELECT company_id, coalesce(details->>'legal_name', ''), coalesce(details->>'address', ''), coalesce(details->>'pan', ''), coalesce(details->>'gstin', '')
    FROM moved WHERE company_id IS NOT NULL)
UPDATE "billings" b SET company_id = moved.company_id, order_number = moved.order_number
  FROM moved WHERE b.id = moved.id AND (moved.company_id IS NOT NULL OR moved.order_number IS NOT NULL);
