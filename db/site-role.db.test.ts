import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import postgres, { type Sql } from 'postgres';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { root } from '@/scripts/lib/programs';
import { useTestDatabase } from '@/testing/db/database';
import { withNewDatabase } from '@/testing/db/new-database';
import { migrate } from './migrate';
import { APPEND_ONLY } from './readiness';

const { url } = useTestDatabase();
const grantsFor = async (name: string) =>
  (await readFile(join(root, 'db/site-role.sql'), 'utf8')).replaceAll(':"site"', name);
const role = `site_${randomUUID().replaceAll('-', '')}`;
const address = new URL(url);
Object.assign(address, { username: role, password: role });

let owner: Sql;
let site: Sql;
beforeAll(async () => {
  owner = postgres(url, { max: 1, onnotice: () => undefined });
  site = postgres(address.href, { max: 1, onnotice: () => undefined });
  await owner.unsafe(`create role ${role} login password '${role}'`);
  await owner.unsafe(await grantsFor(role));
  // A table of a later migration.
  await owner.unsafe('create table later (id bigserial primary key, said text)');
});
afterAll(async () => {
  await owner.unsafe(`drop owned by ${role}; drop role ${role}`);
  await Promise.all([owner.end(), site.end()]);
});

test('the role that serves the site reads and writes rows of every table, including later ones; the audit log is append-only', async () => {
  const tables = await owner<{ name: string; may: string }[]>`
    select relname as name, array_to_string(array(
             select can from unnest(array['SELECT', 'INSERT', 'UPDATE', 'DELETE', 'TRUNCATE', 'TRIGGER']) can
              where has_table_privilege(${role}, c.oid, can)), ' ') as may
      from pg_class c where relnamespace = 'public'::regnamespace and relkind in ('r', 'p', 'v', 'm')`;
  expect(tables.length).toBeGreaterThan(10);
  for (const { name, may } of tables)
    expect([name, may]).toEqual([name, APPEND_ONLY.includes(name) ? 'SELECT INSERT' : 'SELECT INSERT UPDATE DELETE']);
  await site`insert into later (said) values ('numbered by its sequence')`;
  await site`insert into audit_log (actor, action) values ('command', 'admin.created')`;
});

test.each([
  'drop table payments',
  'alter table courses disable trigger all',
  'drop trigger audit_log_only_grows on audit_log',
  'truncate users',
  'update audit_log set actor = actor',
  'delete from audit_log',
  'update audit_chain set hash = hash',
  'create table stolen (secret text)',
  'create or replace function refuse_audit_change() returns trigger language plpgsql as $$ begin return null; end $$',
])('that role may not %s', async (statement) => {
  await expect(site.unsafe(statement)).rejects.toMatchObject({ code: '42501' });
});

test('a role that owns the database, and nothing else, migrates it and grants the rights', () =>
  withNewDatabase(async (sql, newUrl) => {
    const plain = `owner_${randomUUID().replaceAll('-', '')}`;
    const theirs = new URL(newUrl);
    Object.assign(theirs, { username: plain, password: plain });
    await sql.unsafe(`create role ${plain} login password '${plain}'`);
    await sql.unsafe(`alter database ${theirs.pathname.slice(1)} owner to ${plain}`);
    await migrate(theirs.href);
    const own = postgres(theirs.href, { max: 1, onnotice: () => undefined });
    try {
      await own.unsafe(await grantsFor(role));
      const [may] = await sql`select has_table_privilege(${role}, 'courses', 'UPDATE') as update`;
      expect(may).toEqual({ update: true });
    } finally {
      await own.end();
      await sql.unsafe(`drop owned by ${role}; reassign owned by ${plain} to current_user; drop owned by ${plain}`);
      await sql.unsafe(`drop role ${plain}`);
    }
  }));
