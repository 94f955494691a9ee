import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import postgres, { type Sql } from 'postgres';
import { APP_SECRET, startApp } from '../../testing/e2e/app';
import type { TestAdmin } from '../../testing/e2e/admin';
import { Outbox } from '../../testing/e2e/outbox';
import { ensureBuild } from './build';
import { makeThrowawayHome, startDatabase } from './embedded-postgres';
import { runNode, serverScript } from './programs';

/** A running production build with the sample catalogue, for measurements and screenshots. */
export type SampleApp = { url: string; sql: Sql; outbox: Outbox; admin: Pick<TestAdmin, 'username' | 'password'> };

const ADMIN = { username: 'admin', password: 'seats of the sample 735' };

/**
 * Builds the current sources, serves them with the sample catalogue on a temporary database and a free port while
 * `work` runs, and removes everything afterwards. Does not touch the DATA_DIR of this checkout's demo.
 */
export async function withSampleApp(work: (app: SampleApp) => Promise<void>): Promise<void> {
  await ensureBuild();
  const home = await makeThrowawayHome('sample');
  const database = await startDatabase(home, { throwaway: true });
  const undo: (() => Promise<unknown>)[] = [() => rm(home, { recursive: true, force: true }), database.stop];
  try {
    await runNode(serverScript('prepare-database.ts'), {
      DATABASE_URL: database.url,
      DATA_DIR: home,
      APP_SECRET,
      APP_URL: 'http://localhost',
      MESSAGE_TRANSPORT: 'outbox',
      PAYMENT_PROVIDER: 'sandbox',
      ADMIN_USERNAME: ADMIN.username,
      ADMIN_PASSWORD: ADMIN.password,
    });
    const app = await startApp({ name: 'sample', databaseUrl: database.url, dataDir: home });
    undo.push(app.stop);
    const sql = postgres(database.url, { max: 2, onnotice: () => undefined });
    undo.push(() => sql.end());
    await work({ url: app.url, sql, outbox: new Outbox(join(home, 'outbox')), admin: ADMIN });
  } finally {
    for (const step of undo.reverse()) await step();
  }
}
