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
