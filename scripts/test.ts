import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from './lib/build';
import { ensureBrowser } from './lib/browser';
import { programPath, runNode, serverProgram } from './lib/programs';
import { runChecks, STATIC_CHECKS } from './lib/static-checks';
import { countPlaywright, countVitest, sum, type TestCounts } from './lib/test-summary';

const PASSED: TestCounts = { passed: 1, failed: 0 };
const FAILED: TestCounts = { passed: 0, failed: 1 };

/** Number of fuzz requests and their seed: the same in every run, so that no run fails by chance. */
const FUZZED = '2000';
const SEED = '735';
const CHAOS_SECONDS = '75';

const reports = await mkdtemp(join(tmpdir(), 'seat-adoption-report-'));
const vitest = programPath('vitest', 'vitest.mjs');
const playwright = programPath('@playwright/test', 'cli.js');

/** A check that passes or fails as a whole. */
async function check(title: string, work: () => Promise<void>): Promise<TestCounts> {
  console.log(`\n── ${title}`);
  const begun = Date.now();
  try {
    await work();
    console.log(`${title}: ${Math.round((Date.now() - begun) / 1000)} s`);
    return PASSED;
  } catch (error) {
    console.error(`FAILED ${title}: ${error instanceof Error ? error.message : String(error)}`);
    return FAILED;
  }
}

/**
 * A test runner with a report of its own. If it fails without a failed test in the report, the run counts as one
 * failure.
 */
async function suite(
  title: string,
  work: (report: string) => Promise<void>,
  count: (report: unknown) => TestCounts,
): Promise<TestCounts> {
  const report = join(reports, `${title}.json`);
  const ended = await check(title, () => work(report));
  const tally = await readFile(report, 'utf8').then(
    (text) => count(JSON.parse(text)),
    () => FAILED,
  );
  return tally.failed === 0 && ended.failed > 0 ? sum([tally, FAILED]) : tally;
}

const built = check('production build', () => build({ cache: false }));

/** What runs on the build without a browser. */
async function onBuild(title: string, work: () => Promise<void>): Promise<TestCounts[]> {
  return (await built).failed > 0 ? [] : [await check(title, work)];
}

/** For more than half of its time chaos waits for time limits: it leaves the processors to the others. */
const chaos = onBuild('chaos', () => runNode([...serverProgram('testing/chaos.ts'), '--seconds', CHAOS_SECONDS]));
const fuzz = onBuild('fuzz of the API', () =>
  runNode([...serverProgram('testing/fuzz.ts'), '--requests', FUZZED, '--seed', SEED]),
);

/** The checks that need no build, one after the other beside it. */
async function checkStatically(): Promise<TestCounts> {
  let failed = 0;
  for (const step of STATIC_CHECKS) {
    // Both write the types of the routes.
    if (step.title === 'types') await built;
    failed += (await runChecks([step])).length;
  }
  return { passed: STATIC_CHECKS.length - failed, failed };
}

const [ofSources, ofFuzz] = await Promise.all([checkStatically(), fuzz]);
const tallies = [
  await built,
  ofSources,
  ...ofFuzz,
  await suite(
    'unit and database',
    (report) => runNode([vitest, 'run', '--reporter=default', '--reporter=json', `--outputFile.json=${report}`]),
    countVitest,
  ),
  ...(await chaos),
];
if ((await built).failed === 0)
  tallies.push(
    await suite(
      'browser journeys',
      async (report) => {
        await ensureBrowser();
        await runNode([playwright, 'test', '--reporter=list,json'], { PLAYWRIGHT_JSON_OUTPUT_FILE: report });
      },
      countPlaywright,
    ),
  );
await rm(reports, { recursive: true, force: true });

const { passed, failed } = sum(tallies);
console.log(`\n${passed} passed, ${failed} failed`);
process.exit(failed === 0 ? 0 : 1);
