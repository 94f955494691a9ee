import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import postgres, { type Sql } from 'postgres';
import { freePort } from '../../scripts/lib/embedded-postgres';
import { standInVariables, webhookUrlOf } from '../razorpay-stand-in/environment';
import { startRazorpayStandIn, type StandIn } from '../razorpay-stand-in/server';
import { startApp, type RunningApp } from './app';
import { makeDatabase } from './databases';
import { test as base } from './index';
import { Outbox } from './outbox';

type RazorpaySite = {
  app: RunningApp;
  standIn: StandIn;
  sql: Sql;
  dataDir: string;
  restart: () => Promise<void>;
};

/** An app with a database of its own that takes payments by a stand-in for Razorpay. */
export const test = base.extend<object, { site: RazorpaySite }>({
  site: [
    async ({}, use, { workerIndex }) => {
      const name = `razorpay_${workerIndex}`;
      const databaseUrl = await makeDatabase(process.env.E2E_DATABASE_URL!, name);
      const dataDir = await mkdtemp(join(tmpdir(), 'seat-adoption-razorpay-'));
      const port = await freePort();
      const standIn = await startRazorpayStandIn({ webhookUrl: webhookUrlOf({ port }) });
      const start = () => startApp({ name, databaseUrl, dataDir, port, env: standInVariables(standIn) });
      const sql = postgres(databaseUrl, { max: 2, onnotice: () => undefined });
      const site: RazorpaySite = {
        app: await start(),
        standIn,
        sql,
        dataDir,
        restart: async () => {
          await site.app.kill();
          site.app = await start();
        },
      };
      try {
        await use(site);
      } finally {
        await site.app.stop();
        await sql.end();
        await standIn.stop();
        await rm(dataDir, { recursive: true, force: true });
      }
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  baseURL: async ({ site }, use) => use(site.app.url),
  database: [async ({ site }, use) => use(site.sql), { scope: 'worker' }],
  outbox: [async ({ site }, use) => use(new Outbox(join(site.dataDir, 'outbox'))), { scope: 'worker' }],
});

/** Lets the job ask about open payments now. */
export const makeChecksDue = (sql: Sql) => sql`update payments set next_check_at = now() where status = 'started'`;
