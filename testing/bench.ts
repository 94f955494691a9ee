import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { closeDatabase } from '@/db/client';
import { migrate } from '@/db/migrate';
import { measureAdoptions } from './bench/adoption';
import { measureDepartment } from './bench/department';
import { measureHolds, measurePayments, measurePledges, measureSettlements } from './bench/statements';
import { measureGrowth } from './bench/growth';
import { measureMails } from './bench/mails';
import { ratio, report, type Row } from './bench/measure';
import { measurePlan } from './bench/plan';
import { measureWaiting } from './bench/waiting';
import { startDatabase } from '../scripts/lib/embedded-postgres';
import { main } from '../scripts/lib/main';

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

/** Rows that compare with nothing: they print what they measure, and throw where it misses a limit. */
const LIMITED = { department: measureDepartment, mails: measureMails };

/**
 * `npm run bench [names of MEASURES and LIMITED]`: each row of MEASURES compares the rate of the program with the rate of a minimal
 * implementation, in alternating rounds on a temporary database, so that the ratio is comparable across machines. Fails
 * if a ratio misses its target, or what has a limit is above it.
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
    const isWanted = (name: string) => wanted.length === 0 || wanted.includes(name);
    const rows: Row[] = [];
    for (const [name, measure] of Object.entries(MEASURES)) if (isWanted(name)) rows.push(...[await measure()].flat());
    if (rows.length > 0) report(rows);
    for (const [name, measure] of Object.entries(LIMITED)) if (isWanted(name)) await measure();
    if (rows.some((row) => ratio(row) < row.target)) throw new Error('A ratio misses its target.');
  } finally {
    await closeDatabase();
    await database.stop();
    await rm(home, { recursive: true, force: true });
  }
});
