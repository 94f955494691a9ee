-- Grants a separate role what it needs to serve the site. It reads and writes rows and cannot change tables, functions
-- or triggers: a compromised site can remove neither constraints nor audit log entries. Run as the owner, after the
-- migrations:
--   psql "$DATABASE_URL" -v site=seats_site -f db/site-role.sql
-- Create the role first (create role seats_site login password '…') and start `npm start` with its URL; migrations
-- still use the owner's.
grant usage on schema public to :"site";
grant select, insert, update, delete on all tables in schema public to :"site";
revoke update, delete on audit_log from :"site";
grant usage on all sequences in schema public to :"site";
-- Objects that later migrations create.
alter default privileges in schema public grant select, insert, update, delete on tables to :"site";
alter default privileges in schema public grant usage on sequences to :"site";
