import { randomUUID } from 'node:crypto';
import postgres, { type Sql } from 'postgres';
import { inject } from 'vitest';
import { withDatabaseName } from './database-url';

/**
 * Runs work on a new database without tables, and drops it afterwards.
 * @param options what follows `create database name`, such as its locale
 */
export async function withNewDatabase(work: (sql: Sql, url: string) => Promise<void>, options = ''): Promise<void> {
  const adminUrl = inject('adminUrl');
  const name = `new_${randomUUID().replaceAll('-', '')}`;
  const url = withDatabaseName(adminUrl, name);
  const admin = postgres(adminUrl, { max: 1, onnotice: () => undefined });
  await admin.unsafe(`create database ${name} ${options}`);
  const sql = postgres(url, { max: 1, onnotice: () => undefined });
  try {
    await work(sql, url);
  } finally {
    await sql.end();
    await admin`drop database if exists ${admin(name)} with (force)`;
    await admin.end();
  }
}
