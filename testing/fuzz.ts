import { rm } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { closeDatabase } from '@/db/client';
import { appEnvironment, startApp } from './e2e/app';
import { checkInvariants } from './fuzz/invariants';
import { runFuzz, type Options } from './fuzz/run';
import { makeSetup } from './fuzz/setup';
import { ensureBuild } from '../scripts/lib/build';
import { makeThrowawayHome, startDatabase } from '../scripts/lib/embedded-postgres';
import { main } from '../scripts/lib/main';
import { runNode, serverScript } from '../scripts/lib/programs';

const NAME = 'fuzz';
/** Largest accepted share of 503 responses, which a busy machine may cause. */
const MOST_UNAVAILABLE = 0.01;

/**
 * `npm run fuzz [-- --requests N --seed S]`: sends about N requests made of the examples of all endpoints, valid, nearly
 * valid and hostile, to a production build on a temporary database, and checks every response against the API
 * description. A failure prints the command that
 * repeats it (`--lanes 1 --path P`).
 */
await main(async () => {
  const { values } = parseArgs({
    options: {
      requests: { type: 'string', default: '20000' },
      seed: { type: 'string', default: '735' },
      lanes: { type: 'string', default: '16' },
      path: { type: 'string' },
    },
  });
  const options = {
    requests: Number(values.requests),
    seed: Number(values.seed),
    lanes: Number(values.lanes),
    path: values.path,
  };
  await ensureBuild();
  const home = await makeThrowawayHome('fuzz');
  const database = await startDatabase(home, { throwaway: true });
  try {
    await fuzz(database.url, home, options);
  } finally {
    await database.stop();
    await rm(home, { recursive: true, force: true });
  }
});

async function fuzz(databaseUrl: string, dataDir: string, options: Options): Promise<void> {
  await runNode(serverScript('migrate.ts'), { DATABASE_URL: databaseUrl });
  const app = await startApp({ name: NAME, databaseUrl, dataDir });
  // The examples use the functions of the app in this process.
  Object.assign(process.env, appEnvironment({ databaseUrl, dataDir, url: app.url }));
  try {
    const setup = await makeSetup();
    console.log(`Fuzz: ${options.requests} requests, seed ${options.seed}`);
    const { report, problems } = await runFuzz(app.url, setup, options);
    const after = await checkInvariants(setup, app.url, NAME);
    console.log(['', ...report.lines()].join('\n'));
    const unavailable = report.unavailable / report.asked;
    if (unavailable > MOST_UNAVAILABLE)
      problems.push(`${report.unavailable} requests were answered 503 without a reason`);
    problems.push(...after);
    console.log(
      `\n${report.asked} requests with seed ${options.seed}: ${problems.length} problems, ${report.unavailable} times 503 for a busy machine.`,
    );
    if (problems.length > 0) throw new Error(problems.join('\n\n'));
  } finally {
    await closeDatabase();
    await app.stop();
  }
}
