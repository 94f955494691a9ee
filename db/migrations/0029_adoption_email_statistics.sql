-- Postgres takes no statistics from the index of these addresses, because it has a condition. It expected a share of all
-- adoptions for each address, and planned every verification anew as the expected cost grew with the table.
CREATE STATISTICS "billings_email" ON (lower("sponsor"->>'email')) FROM "billings";--> statement-breakpoint
ANALYZE "billings";
