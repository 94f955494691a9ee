-- Lets a role of its own serve the site. It reads and writes rows and changes no table, function or trigger: whoever takes the site over
-- cannot take the rules out of the database, nor an entry out of the audit log. Run it as the owner, after the migrations:
--   psql "$DATABASE_URL" -v site=seats_site -f db/site-role.sql
-- The role comes first (create role seats_site login password '…'), and its address is what `npm start` gets; migrations keep the owner's.
grant usage on schema public to :"site";
grant select, insert, update, delete on all tables in schema public to :"site";
revoke update, delete on audit_log from :"site";
grant usage on all sequences in schema public to :"site";
-- What later migrations bring.
alter default privileges in schema public grant select, insert, update, delete on tables to :"site";
alter default privileges in schema public grant usage on sequences to :"site";
