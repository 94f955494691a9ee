import { parseArgs } from 'node:util';
import { runChaos } from './chaos/run';
import { ensureBuild } from '../scripts/lib/build';
import { main } from '../scripts/lib/main';

/** How many problems are printed. */
const SHOWN = 50;

/**
 * `npm run chaos [-- --seconds N --clients N]`: runs two instances of the production build on one temporary database
 * with clients that adopt and pay, some in parts, administrators that act on the adoptions and keep seats for companies, people who wait for seats and renew, and an office that enters and moves students, behind proxies that delay, cut and
 * refuse connections, while instances and database connections are killed, the database crashes, rows are locked,
 * connections run out, its disk is full, the purge runs, and answers and webhooks of the stand-in for Razorpay are lost, repeated and
 * delayed. Afterwards every acknowledged response must be in the database exactly once, all seats must
 * add up, and each payment that was captured must be booked or paid back exactly once.
 */
await main(async () => {
  const { values } = parseArgs({
    options: { seconds: { type: 'string', default: '120' }, clients: { type: 'string', default: '16' } },
  });
  await ensureBuild();
  const problems = await runChaos({ seconds: Number(values.seconds), clients: Number(values.clients) });
  if (problems.length > 0) throw new Error(problems.slice(0, SHOWN).join('\n'));
});
