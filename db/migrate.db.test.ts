import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import postgres from 'postgres';
import { expect, inject, test } from 'vitest';
import { migrate } from './migrate';
import { withDatabaseName } from './testing/address';
import journal from './migrations/meta/_journal.json';

test('fault 17: two migrators at once bring a new database up to date once', async () => {
  const adminUrl = inject('adminUrl');
  const name = `migrate_${process.pid}`;
  const admin = postgres(adminUrl, { max: 1, onnotice: () => undefined });
  const url = withDatabaseName(adminUrl, name);
  await admin`create database ${admin(name)}`;
  const sql = postgres(url, { max: 1 });
  try {
    await Promise.all([migrate(url), migrate(url), migrate(url)]);
    await migrate(url);
    const [applied] = await sql`select count(*)::int as migrations from drizzle.__drizzle_migrations`;
    expect(applied).toEqual({ migrations: journal.entries.length });
    expect(await sql`select * from courses`).toEqual([]);
  } finally {
    await sql.end();
    await admin`drop database if exists ${admin(name)} with (force)`;
    await admin.end();
  }
});

test('users and billings that were there before their search keys are found and counted, whatever the locale of the database', async () => {
  const adminUrl = inject('adminUrl');
  const name = `migrate_rows_${process.pid}`;
  const admin = postgres(adminUrl, { max: 1, onnotice: () => undefined });
  // In Turkish the small letter of 'I' is another one.
  await admin`
    create database ${admin(name)} template template0 encoding 'UTF8' locale_provider icu icu_locale 'tr-TR' locale 'C'`;
  const sql = postgres(withDatabaseName(adminUrl, name), { max: 1, onnotice: () => undefined });
  const apply = async ({ tag }: { tag: string }) =>
    sql.unsafe(await readFile(fileURLToPath(new URL(`./migrations/${tag}.sql`, import.meta.url)), 'utf8'));
  const after = journal.entries.findIndex(({ tag }) => tag === '0004_records');
  try {
    for (const entry of journal.entries.slice(0, after)) await apply(entry);
    await sql`
      insert into users (kind, full_name, designation, email, phone_number, company_name)
      values ('guest', 'INDIRA', 'HR', 'INFO@example.in', '+91 98765', 'नर्मदा STEEL')`;
    await sql`
      insert into billings (reference, user_id, channel, state, sponsor, total_paise)
      select 'SA-1', id, 'public', 'draft', jsonb_build_object('company', company_name, 'email', email), 500 from users`;
    for (const entry of journal.entries.slice(after)) await apply(entry);
    const found = await sql`
      select (select count(*)::int from users where search_text like '%indira%info@example.in%9198765') as users,
             (select count(*)::int from billing_keys
               where search_text like search_key('नर्मदा') || ' steel%info@example.in%sa-1' and total_paise = 500) as billings,
             (select json_build_array(sum(users), sum(billings)) from record_counts) as counts`;
    expect(found).toEqual([{ users: 1, billings: 1, counts: [1, 1] }]);
  } finally {
    await sql.end();
    await admin`drop database if exists ${admin(name)} with (force)`;
    await admin.end();
  }
});
