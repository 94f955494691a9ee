import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { limitKey } from '@/lib/adoption/limit-keys';
import { migrate } from './migrate';
import { withNewDatabase } from '@/testing/db/new-database';
import journal from './migrations/meta/_journal.json';

/** In Turkish, 'I' has a different lower-case letter. */
const TURKISH = "template template0 encoding 'UTF8' locale_provider icu icu_locale 'tr-TR' locale 'C'";

const readMigration = (tag: string) =>
  readFile(fileURLToPath(new URL(`./migrations/${tag}.sql`, import.meta.url)), 'utf8');

test('fault 17: two migrators at once bring a new database up to date once', () =>
  withNewDatabase(async (sql, url) => {
    await Promise.all([migrate(url), migrate(url), migrate(url)]);
    await migrate(url);
    const [applied] = await sql`select count(*)::int as migrations from drizzle.__drizzle_migrations`;
    expect(applied).toEqual({ migrations: journal.entries.length });
    expect(await sql`select * from courses`).toEqual([]);
  }));

test('each migration is a transaction of its own', () =>
  withNewDatabase(async (sql, url) => {
    await migrate(url);
    const [applied] =
      await sql`select count(distinct xmin::text)::int as transactions from drizzle.__drizzle_migrations`;
    expect(applied).toEqual({ transactions: journal.entries.length });
  }));

test('a migration that fails says why and leaves nothing behind; those before it stay, and the next run goes on', () =>
  withNewDatabase(async (sql, url) => {
    const tables = () =>
      sql`select to_regclass('sessions') is not null as sessions, to_regclass('audit_log') is not null as audit_log`;
    await sql`create table admin_sessions (id int)`;
    await expect(migrate(url)).rejects.toThrow(
      /^Migration 0003_administration was not applied: relation "admin_sessions" already exists, at: CREATE TABLE "admin_sessions"/,
    );
    expect(await tables()).toEqual([{ sessions: true, audit_log: false }]);
    await sql`drop table admin_sessions`;
    await migrate(url);
    expect(await tables()).toEqual([{ sessions: true, audit_log: true }]);
  }));

test('users and billings older than their search keys are found and counted, in any database locale', () =>
  withNewDatabase(async (sql) => {
    const after = journal.entries.findIndex(({ tag }) => tag === '0004_records');
    for (const entry of journal.entries.slice(0, after)) await sql.unsafe(await readMigration(entry.tag));
    await sql`
      insert into users (kind, full_name, designation, email, phone_number, company_name)
      values ('guest', 'INDIRA', 'HR', 'INFO@example.in', '+91 98765', 'नर्मदा STEEL')`;
    await sql`
      insert into billings (reference, user_id, channel, state, sponsor, total_paise)
      select 'SA-1', id, 'public', 'draft', jsonb_build_object('company', company_name, 'email', email), 500 from users`;
    for (const entry of journal.entries.slice(after)) await sql.unsafe(await readMigration(entry.tag));
    const found = await sql`
      select (select count(*)::int from users where search_text like '%indira%info@example.in%9198765') as users,
             (select count(*)::int from billing_search_index
               where search_text like search_key('नर्मदा') || ' steel%info@example.in%sa-1' and total_paise = 500) as billings,
             (select json_build_array(sum(users), sum(billings)) from row_counts) as counts`;
    expect(found).toEqual([{ users: 1, billings: 1, counts: [1, 1] }]);
  }, TURKISH));

test('a database of the day on which migrations 0003 and 0004 were changed gets what they lacked', () =>
  withNewDatabase(async (sql) => {
    const changes: [now: string, then: string][] = [
      ['BEFORE UPDATE OR DELETE OR TRUNCATE', 'BEFORE UPDATE OR DELETE'],
      ['"billing_id","city")', '"billing_id")'],
      ['"id","verified_at","hold_expires_at")', '"id")'],
    ];
    const definitions = () => sql`
    select pg_get_triggerdef(oid) as definition from pg_trigger where tgname = 'audit_log_only_grows'
    union all
    select pg_get_indexdef(name::regclass) from unnest(array['billing_items_type_city', 'billings_state']) as name`;
    const early = async (tag: string) =>
      changes.reduce((text, [now, then]) => text.replace(now, then), await readMigration(tag));
    const at = journal.entries.findIndex(({ tag }) => tag === '0027_mend_early_databases');
    for (const { tag } of journal.entries.slice(0, at))
      await sql.unsafe(/^000[34]/.test(tag) ? await early(tag) : await readMigration(tag));
    expect(JSON.stringify(await definitions())).not.toMatch(/TRUNCATE|billing_id, city|hold_expires_at/);
    const mend = await readMigration(journal.entries[at]!.tag);
    await sql.unsafe(mend);
    const mended = await definitions();
    expect(mended.map(({ definition }) => definition as string)).toEqual([
      expect.stringContaining('OR TRUNCATE'),
      expect.stringContaining('billing_id, city)'),
      expect.stringContaining('id, verified_at, hold_expires_at)'),
    ]);
    await expect(sql`truncate audit_log cascade`).rejects.toThrow('neither changed nor deleted');
    await sql.unsafe(mend);
    expect(await definitions()).toEqual(mended);
  }));

test('security 68: adoptions that were verified before know where their code went, if that is certain', () =>
  withNewDatabase(async (sql) => {
    const at = journal.entries.findIndex(({ tag }) => tag.endsWith('_verified_channel'));
    for (const entry of journal.entries.slice(0, at)) await sql.unsafe(await readMigration(entry.tag));
    const [user] = await sql<{ id: string }[]>`
      insert into users (kind, full_name, designation, email, phone_number, company_name)
      values ('guest', 'A', 'B', 'a@b.in', '9000000000', 'C') returning id`;
    const adopt = async (reference: string, channel: string, state: string) => {
      const moment = state === 'draft' ? null : '2026-11-20T10:00:00Z';
      const [billing] = await sql<{ id: string }[]>`
        insert into billings (reference, user_id, channel, state, sponsor, total_paise, verified_at, hold_expires_at)
        values (${reference}, ${user!.id}, ${channel}, ${state}, '{}', 0, ${moment}, ${channel === 'dashboard' ? moment : null})
        returning id`;
      return billing!.id;
    };
    const code = (purpose: string, billingId: string, channel: string, consumed: string | null) => sql`
      insert into otp_challenges (purpose, user_id, billing_id, channel, email, phone, code_hash, expires_at, consumed_at)
      values (${purpose}, ${user!.id}, ${billingId}, ${channel}, 'a@b.in', '9000000000', 'x', now(), ${consumed})`;
    const texted = await adopt('SA-1', 'public', 'pledged');
    // A code by e-mail was used first, for seats no longer left.
    await code('public_adoption', texted, 'email', '2026-11-20T09:59:00Z');
    await code('public_adoption', texted, 'phone', '2026-11-20T10:00:00Z');
    await code('public_adoption', await adopt('SA-2', 'public', 'pledged'), 'email', '2026-11-20T10:00:00Z');
    // Its code may have been sent by e-mail instead of a text message.
    await code('dashboard_adoption', await adopt('SA-3', 'dashboard', 'completed'), 'phone', '2026-11-20T10:00:00Z');
    await code('public_adoption', await adopt('SA-4', 'public', 'draft'), 'phone', null);
    await adopt('SA-5', 'public', 'pledged');
    for (const entry of journal.entries.slice(at)) await sql.unsafe(await readMigration(entry.tag));
    const found = await sql<
      { verified_channel: string | null }[]
    >`select verified_channel from billings order by reference`;
    expect(found.map(({ verified_channel: channel }) => channel)).toEqual(['phone', 'email', null, null, null]);
    const pending = await sql`select delivered_to from otp_challenges where consumed_at is null`;
    expect([...pending]).toEqual([{ delivered_to: 'phone' }]);
  }));

test('security 56: seats that were pledged or held before their limits count, as those that are taken now do', () =>
  withNewDatabase(async (sql) => {
    const after = journal.entries.findIndex(({ tag }) => tag.endsWith('_seat_limits'));
    const mailboxes = [
      'HR+one@Works.co.in',
      'b@mail.works.co.in',
      'a.s.h.a@googlemail.com',
      'x@a.b.example',
      'odd@localhost',
    ];
    for (const entry of journal.entries.slice(0, after)) await sql.unsafe(await readMigration(entry.tag));
    await sql`insert into courses (city, course_type, branch, total_seats, price_paise) values ('Rewa', 'ITI', 'Fitter', 10000, 1)`;
    await sql`
      insert into users (kind, full_name, designation, email, phone_number, company_name)
      select 'guest', 'A', 'HR', email, '9876543210', 'C' from unnest(${mailboxes}::text[]) email`;
    await sql`
      with made as (
        insert into billings (reference, user_id, channel, state, sponsor, total_paise, verified_at, hold_expires_at)
        select u.email || state, u.id, case state when 'pledged' then 'public' else 'dashboard' end, state,
               jsonb_build_object('email', u.email, 'phone', '9876543210'), 0, now(), case when state <> 'pledged' then now() end
          from users u, unnest(array['pledged', 'held', 'completed', 'expired']) state returning id)
      insert into billing_items (billing_id, course_id, position, seats, price_paise, course_name, branch, institute, city)
      select made.id, c.id, 0, 10, 1, 'ITI', 'Fitter', '', 'Rewa' from made, courses c`;
    // One code was sent to the phone, so the phone is verified.
    await sql`
      insert into otp_challenges (purpose, user_id, billing_id, channel, email, phone, code_hash, expires_at, consumed_at)
      select 'public_adoption', user_id, id, 'phone', 'odd@localhost', '9876543210', 'x', now(), now()
        from billings where reference = 'odd@localhostpledged'`;
    for (const entry of journal.entries.slice(after)) await sql.unsafe(await readMigration(entry.tag));
    const counted = await sql<{ key: string; seats: number }[]>`select key, seats from unpaid_seats`;
    const expected = new Map<string, number>();
    const add = (keys: string[]) => keys.forEach((key) => expected.set(key, (expected.get(key) ?? 0) + 10));
    for (const email of mailboxes) {
      // That migration also sums the hosts of free e-mail.
      const keys = [limitKey(email), limitKey(email.slice(email.indexOf('@') + 1))];
      add(keys);
      add(email === 'odd@localhost' ? ['phone:9876543210'] : keys);
    }
    expect(new Map(counted.map(({ key, seats }) => [key, seats]))).toEqual(expected);
    await sql`update billings set state = 'expired' where state = 'held'`;
    await sql`delete from billings where state = 'pledged'`;
    expect(await sql`select from unpaid_seats where seats <> 0`).toHaveLength(0);
  }));
