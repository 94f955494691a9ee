import { fork, spawn, type ChildProcess } from 'node:child_process';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { Agent, get } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import postgres from 'postgres';
import { closeDatabase, connect, sql } from '@/db/client';
import { migrate } from '@/db/migrate';
import { pledgeValues, prepareAdoption, type Prepared } from '@/db/testing/adoption';
import { makeCourse, makeInstitute } from '@/db/testing/factories';
import { pledgeSeats } from '@/lib/adoption/mutations';
import { PLEDGE_SEATS, type TakeRow } from '@/lib/adoption/statements';
import { ensureBuild } from './lib/build';
import { freePort, startDatabase } from './lib/embedded-postgres';
import { main } from './lib/main';
import { ended, root } from './lib/programs';

const ROUNDS = 21;
const PLEDGES = 200;
const BUYERS = 40;
const REQUESTS = 600;
const CLIENTS = 16;
const CITY = 'Bhopal';

type Row = { what: string; unit: string; program: number[]; floor: number[]; aim: number };

const MEASURES = { seats: measurePledges, courses: measureCourses };

/**
 * `npm run bench [seats] [courses]`: each row is a rate of the program and the rate of the least that could do the same, in alternating rounds of
 * one run on a temporary database, so that the ratio says something on any machine. Fails if a ratio misses its aim.
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
      if (wanted.length === 0 || wanted.includes(name)) rows.push(await measure());
    report(rows);
    if (rows.some((row) => ratio(row) < row.aim)) throw new Error('A ratio misses its aim.');
  } finally {
    await closeDatabase();
    await database.stop();
    await rm(home, { recursive: true, force: true });
  }
});

/** Seats locked per second, over 200 courses: pledgeSeats against its bare statement issued by postgres.js. */
async function measurePledges(): Promise<Row> {
  const courses = await Promise.all(
    Array.from({ length: 200 }, () => makeCourse({ city: 'Indore', totalSeats: 10_000 })),
  );
  const url = process.env.DATABASE_URL!;
  const library = connect(url, { max: BUYERS }).sql;
  const bare = postgres(url, { max: BUYERS });
  const program = (prepared: Prepared) => pledgeSeats(prepared.subject, prepared.code, library).then(({ ok }) => ok);
  const floor = async ({ values }: { values: (string | number)[] }) => {
    const [row] = await bare.unsafe<TakeRow[]>(PLEDGE_SEATS, values, { prepare: true });
    return row?.state === 'pledged';
  };
  const row: Row = {
    what: 'seats locked, library : bare statement',
    unit: 'seats/s',
    program: [],
    floor: [],
    aim: 0.8,
  };
  for (let round = 0; round <= ROUNDS; round++) {
    const batch = () => prepareBatch(courses);
    const [mine, theirs] = [await batch(), (await batch()).map((one) => ({ values: pledgeValues(one, one.code) }))];
    const measure = {
      program: () => rate(mine, BUYERS, program),
      floor: () => rate(theirs, BUYERS, floor),
    };
    await alternate(row, round, measure);
  }
  await Promise.all([library.end(), bare.end()]);
  return row;
}

async function prepareBatch(courses: { id: string; pricePaise: number }[]): Promise<Prepared[]> {
  const prepared: Prepared[] = [];
  const one = async (n: number) =>
    prepared.push(await prepareAdoption([{ course: courses[n % courses.length]!, seats: 1 }]));
  for (let start = 0; start < PLEDGES; start += 20)
    await Promise.all(Array.from({ length: 20 }, (_, n) => one(start + n)));
  // Autovacuum would do it in time; a measurement should not depend on when.
  await sql()`analyze`;
  return prepared;
}

/** Answers per second of one city's courses: the production build against node:http with the same query. */
async function measureCourses(): Promise<Row> {
  for (let n = 0; n < 5; n++) {
    const { id: instituteId } = await makeInstitute({ city: CITY });
    for (let course = 0; course < 5; course++) await makeCourse({ city: CITY, instituteId });
  }
  await ensureBuild();
  const port = await freePort();
  const app = spawn(process.execPath, ['--import', 'tsx', join(root, 'scripts', 'start.ts')], {
    cwd: root,
    env: { ...process.env, HOST: '127.0.0.1', PORT: String(port) },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const bare = fork(join(root, 'scripts', 'lib', 'floor-server.ts'), {
    execArgv: ['--conditions=react-server', '--import', 'tsx'],
  });
  const gone = Promise.all([ended(app), ended(bare)]);
  try {
    const barePort = await new Promise<number>((done) => bare.once('message', (given) => done(Number(given))));
    await untilReady(port, app);
    const address = (on: number) => `http://127.0.0.1:${on}/api/courses?city=${CITY}`;
    await requireSameAnswer(address(port), address(barePort));

    const agent = new Agent({ keepAlive: true, maxSockets: CLIENTS });
    const asks = Array.from({ length: REQUESTS }, (_, n) => n);
    const ask = (url: string) => () => read(url, agent).then(({ status }) => status === 200);
    const row: Row = {
      what: 'GET /api/courses, program : node:http',
      unit: 'answers/s',
      program: [],
      floor: [],
      aim: 0.4,
    };
    for (let round = 0; round <= ROUNDS; round++)
      await alternate(row, round, {
        program: () => rate(asks, CLIENTS, ask(address(port))),
        floor: () => rate(asks, CLIENTS, ask(address(barePort))),
      });
    agent.destroy();
    return row;
  } finally {
    app.kill('SIGTERM');
    bare.kill('SIGTERM');
    await gone;
  }
}

/** Measures both sides once, the other one first in every second round. Round 0 warms up and does not count. */
async function alternate(row: Row, round: number, measure: Record<'program' | 'floor', () => Promise<number>>) {
  const order = round % 2 ? (['program', 'floor'] as const) : (['floor', 'program'] as const);
  for (const side of order) {
    const measured = await measure[side]();
    if (round > 0) row[side].push(measured);
  }
}

/** Does the work for every item, `parallel` at a time, and gives items per second. Throws if one did not succeed. */
async function rate<T>(items: readonly T[], parallel: number, work: (item: T) => Promise<boolean>): Promise<number> {
  let next = 0;
  const started = performance.now();
  const worker = async () => {
    for (let item = items[next++]; item !== undefined; item = items[next++])
      if (!(await work(item))) throw new Error('a measured call did not succeed');
  };
  await Promise.all(Array.from({ length: parallel }, worker));
  return (items.length * 1000) / (performance.now() - started);
}

function read(url: string, agent?: Agent): Promise<{ status: number; body: string }> {
  return new Promise((done, fail) => {
    get(url, { agent }, (response) => {
      let body = '';
      response.setEncoding('utf8');
      response.on('data', (part: string) => (body += part));
      response.on('end', () => done({ status: response.statusCode ?? 0, body }));
      response.on('error', fail);
    }).on('error', fail);
  });
}

async function untilReady(port: number, app: ChildProcess): Promise<void> {
  const url = `http://127.0.0.1:${port}/api/health`;
  while ((await read(url).catch(() => null))?.status !== 200) {
    if (app.exitCode !== null) throw new Error('the program did not start');
    await new Promise((done) => setTimeout(done, 100));
  }
}

async function requireSameAnswer(...urls: string[]): Promise<void> {
  const answers = await Promise.all(
    urls.map(async (url) => {
      const courses = JSON.parse((await read(url)).body) as { id: string }[];
      return courses.sort((a, b) => a.id.localeCompare(b.id));
    }),
  );
  const [first, second] = answers;
  if (!first?.length || !isDeepStrictEqual(first, second))
    throw new Error('the floor does not answer the same courses');
}

/** Program over floor: the median of the rounds, since the two sides of one round saw the same machine. */
function ratio({ program, floor }: Row): number {
  return median(program.map((rate, round) => rate / floor[round]!));
}

/** The median with the lowest and highest round, e.g. '2871 (2650-3010)'. */
function spread(rates: readonly number[]): string {
  return `${Math.round(median(rates))} (${Math.round(Math.min(...rates))}-${Math.round(Math.max(...rates))})`;
}

function median(numbers: readonly number[]): number {
  return numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0;
}

function report(rows: readonly Row[]): void {
  console.table(
    rows.map((row) => ({
      what: row.what,
      unit: row.unit,
      program: spread(row.program),
      floor: spread(row.floor),
      ratio: Number(ratio(row).toFixed(2)),
      aim: `≥ ${row.aim}`,
    })),
  );
}
