import { expect, test } from 'vitest';
import { migrate } from './migrate';
import { withNewDatabase } from '@/testing/db/new-database';
import journal from './migrations/meta/_journal.json';

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
