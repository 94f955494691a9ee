import { randomUUID } from 'node:crypto';
import { mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import postgres, { type Sql } from 'postgres';
import { afterAll, beforeAll, inject } from 'vitest';
import { closeDatabase, connect, type Database } from '@/db/client';
import { withDatabaseName } from './database-url';

/**
 * Gives the calling test file a new migrated database and the environment of a running program. Call it once, at the
 * top of a *.db.test.ts.
 * @returns the URL of the database and the folder of its outbox
 */
export function useTestDatabase(): { url: string; dataDir: string } {
  const adminUrl = inject('adminUrl');
  const templateName = inject('templateName');
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  const url = withDatabaseName(adminUrl, name);
  const dataDir = mkdtempSync(join(tmpdir(), 'seat-adoption-data-'));
  Object.assign(process.env, {
    DATABASE_URL: url,
    APP_SECRET: 'test-secret-of-at-least-32-characters',
    APP_URL: 'http://localhost:3000',
    MESSAGE_TRANSPORT: 'outbox',
    DATA_DIR: dataDir,
  });
  const administer = async (work: (admin: postgres.Sql) => Promise<unknown>) => {
    const admin = postgres(adminUrl, { max: 1, onnotice: () => undefined });
    try {
      await work(admin);
    } finally {
      await admin.end();
    }
  };
  // Copying files costs a third of writing every page to the log, which nothing reads here.
  beforeAll(() =>
    administer((admin) => admin`create database ${admin(name)} template ${admin(templateName)} strategy file_copy`),
  );
  afterAll(async () => {
    await closeDatabase();
    await administer((admin) => admin`drop database if exists ${admin(name)} with (force)`);
    await rm(dataDir, { recursive: true, force: true });
  });
  return { url, dataDir };
}

/** Timeout of statements and locks in the pools that tests open: races queue up many, so only a hang may reach it. */
const HANG_MS = 600_000;

/**
 * Opens a pool of the test database with up to `max` connections, such as that of another instance, and ends it after
 * the tests of the file. Call it after useTestDatabase.
 */
export function usePool(max: number): Sql {
  return useClient(max).sql;
}

/** Opens a pool as usePool does, and returns it with Drizzle on it. */
export function useClient(max: number): { sql: Sql; db: Database } {
  const { sql, db } = connect(process.env.DATABASE_URL!, { max, statementMs: HANG_MS, lockMs: HANG_MS });
  afterAll(() => sql.end({ timeout: 5 }));
  return { sql, db };
}
