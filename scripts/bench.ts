import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { closeDatabase } from '@/db/client';
import { migrate } from '@/db/migrate';
import { measureAdoptions } from './bench/adoption';
import { measureHolds, measurePayments, measurePledges, measureSettlements } from './bench/statements';
import { measureGrowth } from './bench/growth';
import { ratio, report, type Row } from './bench/measure';
import { measurePlan } from './bench/plan';
import { measureWaiting } from './bench/waiting';
import { startDatabase } from './lib/embedded-postgres';
import { main } from './lib/main';

const MEASURES = {
  seats: measurePledges,
  hold: measureHolds,
  complete: measurePayments,
  settle: measureSettlements,
  adoption: measureAdoptions,
  growth: measureGrowth,
  plan: measurePlan,
  waiting: measureWaiting,
};

/**
 * `npm run bench [names of MEASURES]`: each row compares the rate of the program with the rate of a minimal
 * implementation, in alternating rounds on a temporary database, so that the ratio is comparable across machines. Fails
 * if a ratio misses its target.
 */
await main(async () => {
  const home = await mkdtemp(join(tmpdir(), 'seat-adoption-bench-'));
  await chmod(home, 0o711);
  const database = await startDatabase(home, { throwaway: true });
  Object.assign(process.env, {
    DATABASE_URL: database.url,
    APP_SECRET: 'bench-secret-of-at-least-32-characters',
    APP_URL: 'http://localhost',
    MESSAGE_TRANSPORT: 'outbox',
    DATA_DIR: home,
  });
  try {
    await migrate(database.url);
    const wanted = process.argv.slice(2);
    const rows: Row[] = [];
    for (const [name, measure] of Object.entries(MEASURES))
      if (wanted.length === 0 || wanted.includes(name)) rows.push(...[await measure()].flat());
    report(rows);
    if (rows.some((row) => ratio(row) < row.target)) throw new Error('A ratio misses its target.');
  } finally {
    await closeDatabase();
    await database.stop();
    await rm(home, { recursive: true, force: true });
  }
});
