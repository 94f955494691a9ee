-- Docker (compose.yaml), after the migrations: the role of the site, which is not the owner of the tables, and its rights.
\getenv password SITE_PASSWORD
select format('create role %I login', :'site') where not exists (select from pg_roles where rolname = :'site') \gexec
alter role :"site" password :'password';
\ir ../db/site-role.sql
