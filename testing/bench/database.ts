import postgres from 'postgres';
import { migrate } from '@/db/migrate';
import { withDatabaseName } from '@/testing/db/database-url';

/** Creates a migrated database beside that of the bench, for a row that compares databases. Returns its URL. */
export async function createDatabase(name: string): Promise<string> {
  const admin = postgres(process.env.DATABASE_URL!, { max: 1 });
  await admin`create database ${admin(name)}`;
  await admin.end();
  const url = withDatabaseName(process.env.DATABASE_URL!, name);
  await migrate(url);
  return url;
}
