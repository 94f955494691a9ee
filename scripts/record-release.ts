import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { closeDatabase, sql } from '@/db/client';
import { migrate } from '@/db/migrate';
import journal from '@/db/migrations/meta/_journal.json';
import { recordStatements, type Recording } from '@/testing/releases/recording';
import { doWork, OUTCOME } from '@/testing/releases/work';
import { makeThrowawayHome, startDatabase } from './lib/embedded-postgres';
import { main } from './lib/main';
import { root } from './lib/programs';

/**
 * `npm run release:record`: writes the statements of this release to testing/releases/release.json. The migrations of the next
 * release are tested with them (db/release-before.db.test.ts).
 */
await main(async () => {
  const home = await makeThrowawayHome('release');
  const database = await startDatabase(home, { throwaway: true });
  Object.assign(process.env, {
    DATABASE_URL: database.url,
    APP_SECRET: 'release-secret-of-at-least-32-characters',
    APP_URL: 'http://localhost',
    MESSAGE_TRANSPORT: 'outbox',
    DATA_DIR: home,
  });
  try {
    await migrate(database.url);
    const at = new Date().toISOString();
    const recorded = await recordStatements(sql(), doWork);
    const [outcome] = await sql().unsafe(OUTCOME);
    const recording: Recording = { migration: journal.entries.at(-1)!.tag, at, outcome: outcome!, ...recorded };
    await writeFile(join(root, 'testing/releases/release.json'), `${JSON.stringify(recording, null, 1)}\n`);
    console.log(
      `${recording.sent.length} statements, ${recording.texts.length} texts, outcome ${JSON.stringify(outcome)}`,
    );
  } finally {
    await closeDatabase();
    await database.stop();
    await rm(home, { recursive: true, force: true });
  }
});
