-- Grants a role what it needs to serve the site: reading and writing rows, but no changes of tables, functions or
-- triggers. An attacker who controls the site cannot remove the constraints, nor an entry of the audit log.
-- Create the role first (create role seats_site login password '…'), then run this as the owner, after the migrations:
--   psql "$DATABASE_URL" -v site=seats_site -f db/site-role.sql
-- `npm start` gets the URL with this role; migrations keep that of the owner.
grant usage on schema public to :"site";
grant select, insert, update, delete on all tables in schema public to :"site";
revoke update, delete on audit_log, audit_chain, papers, consents, release_lines, uses, use_lines from :"site";
grant usage on all sequences in schema public to :"site";
-- Tables and sequences of later migrations.
alter default privileges in schema public grant select, insert, update, delete on tables to :"site";
alter default privileges in schema public grant usage on sequences to :"site";
