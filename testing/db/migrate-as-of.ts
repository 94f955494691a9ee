import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { drizzle } from 'drizzle-orm/postgres-js';
import { migrate as applyMigrations } from 'drizzle-orm/postgres-js/migrator';
import postgres from 'postgres';
import type journal from '@/db/migrations/meta/_journal.json';

const MIGRATIONS = fileURLToPath(new URL('../../db/migrations', import.meta.url));

/** Migrates as the release did, whose last migration was `upTo`. */
export async function migrateAsOf(url: string, upTo: string): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'seat-adoption-release-'));
  const sql = postgres(url, { max: 1, onnotice: () => undefined });
  try {
    await cp(MIGRATIONS, folder, { recursive: true });
    const list = JSON.parse(await readFile(join(folder, 'meta/_journal.json'), 'utf8')) as typeof journal;
    list.entries = list.entries.slice(0, list.entries.findIndex(({ tag }) => tag === upTo) + 1);
    await writeFile(join(folder, 'meta/_journal.json'), JSON.stringify(list));
    await applyMigrations(drizzle(sql), { migrationsFolder: folder });
  } finally {
    await sql.end();
    await rm(folder, { recursive: true });
  }
}
