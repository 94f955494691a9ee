import { parseArgs } from 'node:util';
import { attemptSeats } from './chaos/attempts';
import { GUARDS } from './chaos/guards';
import { runChaos } from './chaos/run';
import { writeTable } from './lib/generated-docs';
import { ensureBuild } from './lib/build';
import { main } from './lib/main';

/** How many problems are printed. */
const SHOWN = 50;
/** Runs without a guard, of which one must show it: whether two clients meet is luck. */
const RUNS = 3;

/**
 * `npm run chaos [-- --seconds N --clients N]`: runs two instances of the production build on one temporary database
 * with clients that adopt and pay and administrators that act on the adoptions, behind proxies that delay, cut and
 * refuse connections, while instances and database connections are killed, the database crashes, rows are locked,
 * connections run out, its disk is full, the purge runs, and answers and webhooks of the stand-in for Razorpay are lost, repeated and
 * delayed. Afterwards every acknowledged response must be in the database exactly once, all seats must
 * add up, and each payment that was captured must be booked or paid back exactly once.
 * `--without <guard>` removes one guard first (guards.ts), and there must be problems. `--guards` does so with each in
 * turn and writes the table of docs/reliability.md.
 * `--journeys N` ends after N journeys instead of a time, with a kill of an instance every 250.
 * `--attempts N` attempts to pledge seats N times instead, through the functions of the program (attempts.ts).
 */
await main(async () => {
  const { values } = parseArgs({
    options: {
      seconds: { type: 'string' },
      clients: { type: 'string', default: '16' },
      without: { type: 'string' },
      guards: { type: 'boolean', default: false },
      attempts: { type: 'string' },
      journeys: { type: 'string' },
    },
  });
  if (values.attempts) {
    const problems = await attemptSeats(Number(values.attempts));
    if (problems.length > 0) throw new Error(problems.slice(0, SHOWN).join('\n'));
    return;
  }
  const guards = values.guards ? GUARDS : GUARDS.filter(({ name }) => name === values.without);
  if (values.without && guards.length === 0)
    throw new Error(`There is no guard '${values.without}', but ${GUARDS.map(({ name }) => name).join(', ')}`);
  await ensureBuild();
  const clients = Number(values.clients);

  if (guards.length === 0) {
    const { journeys } = values;
    const length = journeys ? { journeys: Number(journeys) } : { seconds: Number(values.seconds ?? 120) };
    const problems = await runChaos({ ...length, clients });
    if (problems.length > 0) throw new Error(problems.slice(0, SHOWN).join('\n'));
    return;
  }
  const rows: string[] = [];
  const unnoticed: string[] = [];
  for (const guard of guards) {
    console.log(`\nWithout ${guard.name}`);
    let problems: string[] = [];
    for (let run = 0; run < RUNS && problems.length === 0; run++)
      problems = await runChaos({ seconds: Number(values.seconds ?? 45), clients, without: guard });
    console.log(problems.slice(0, SHOWN).join('\n'));
    if (problems.length === 0) unnoticed.push(guard.name);
    rows.push(`| \`${guard.name}\` | ${guard.what} | ${problems.length} | ${describeProblem(problems)} |`);
  }
  if (values.guards)
    await writeTable(
      'docs/reliability.md',
      'guards',
      ['| guard | | problems | such as |', '| --- | --- | --- | --- |', ...rows].join('\n'),
    );
  if (unnoticed.length > 0) throw new Error(`Nothing was noticed without ${unnoticed.join(', ')}`);
});

/** Returns a problem without the ids in it, which differ in every run. */
function describeProblem([first = 'none']: string[]): string {
  return first.replace(/\bSA-[A-Z0-9-]+|\bpay_\w+|\bplink_\w+|[0-9a-f]{8}-[0-9a-f-]{27}/g, '…');
}
