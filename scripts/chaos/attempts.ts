import { randomInt } from 'node:crypto';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { closeDatabase, sql, withLongStatements } from '@/db/client';
import { migrate } from '@/db/migrate';
import { pledgeSeats } from '@/lib/adoption/mutations';
import { makeSponsor, prepareAdoption, type Prepared } from '@/testing/db/adoption';
import { makeCourse } from '@/testing/db/factories';
import { findBookProblems } from '../lib/books';
import { startDatabase } from '../lib/embedded-postgres';

/** Attempts for the same courses, which want about three times the seats that there are. */
const BATCH = 2000;
const COURSES = 20;
const SEATS = 60;
/** Attempts at once; the pool has as many connections. */
const BUYERS = 40;
/** How long a statement that adds up all adoptions may take, in milliseconds. */
const BOOKS_MS = 600_000;

type Course = Awaited<ReturnType<typeof makeCourse>>;
type Attempt = { prepared: Prepared; lines: { course: Course; seats: number }[] };

/**
 * Attempts to pledge seats through the functions of the program, many at once and for few seats, some twice at once with
 * the same code. After each batch a course has exactly the seats that were acknowledged, and no more than it had.
 * @returns what is wrong; empty if nothing is
 */
export async function attemptSeats(attempts: number): Promise<string[]> {
  const home = await mkdtemp(join(tmpdir(), 'seat-adoption-attempts-'));
  await chmod(home, 0o711);
  const database = await startDatabase(home, { throwaway: true });
  Object.assign(process.env, {
    ...{ DATABASE_URL: database.url, DATABASE_POOL: String(BUYERS), DATA_DIR: home },
    ...{ APP_SECRET: 'attempts-secret-of-at-least-32-characters', APP_URL: 'http://localhost' },
    MESSAGE_TRANSPORT: 'outbox',
  });
  const problems: string[] = [];
  try {
    await migrate(database.url);
    const begun = Date.now();
    let pledged = 0;
    for (let made = 0; made < attempts && problems.length === 0; made += BATCH) {
      const batch = await attemptBatch(made);
      problems.push(...batch.problems);
      pledged += batch.pledged;
      // Connections keep the plans of empty tables, which read whole indexes, until autovacuum has analysed them.
      if (made === 0) await sql()`analyze`;
    }
    console.log(`${attempts} attempts, ${pledged} pledges, ${Math.round((Date.now() - begun) / 1000)} s`);
    return [...problems, ...(await withLongStatements(BOOKS_MS, findBookProblems))];
  } finally {
    await closeDatabase();
    await database.stop();
    await rm(home, { recursive: true, force: true });
  }
}

async function attemptBatch(number: number): Promise<{ pledged: number; problems: string[] }> {
  const courses: Course[] = [];
  for (let n = 0; n < COURSES; n++)
    courses.push(await makeCourse({ branch: `Branch ${number}.${n}`, totalSeats: SEATS }));
  const attempts = await each(
    Array.from({ length: BATCH }, (_, n) => number + n),
    async (n): Promise<Attempt> => {
      const chosen = new Set(Array.from({ length: 1 + randomInt(3) }, () => courses[randomInt(COURSES)]!));
      const lines = [...chosen].map((course) => ({ course, seats: 1 + randomInt(2) }));
      // Unpaid seats are limited per company, and adoptions of one wait for each other.
      const sponsor = makeSponsor({ email: `hr@works-${n}.example`, company: `Works ${n}` });
      return { lines, prepared: await prepareAdoption(lines, sponsor) };
    },
  );

  const acknowledged = new Map<string, number>();
  let pledged = 0;
  await each(attempts, async ({ prepared, lines }) => {
    const tabs = randomInt(10) === 0 ? 2 : 1;
    const answers = await Promise.all(Array.from({ length: tabs }, () => pledgeSeats(prepared.subject, prepared.code)));
    if (!answers.some(({ ok }) => ok)) return;
    pledged += 1;
    for (const { course, seats } of lines) acknowledged.set(course.id, (acknowledged.get(course.id) ?? 0) + seats);
  });

  const rows = await sql()<{ id: string; adopted: number }[]>`
    select id, adopted_seats as adopted from courses where id = any(${courses.map(({ id }) => id)})`;
  const problems = rows
    .filter(({ id, adopted }) => adopted !== (acknowledged.get(id) ?? 0) || adopted > SEATS)
    .map(
      ({ id, adopted }) => `course ${id} has ${adopted} adopted seats, acknowledged are ${acknowledged.get(id) ?? 0}`,
    );
  return { pledged, problems };
}

/** Does the work for every item, BUYERS at a time. */
async function each<T, R>(items: readonly T[], work: (item: T) => Promise<R>): Promise<R[]> {
  const results: R[] = [];
  let next = 0;
  const worker = async () => {
    while (next < items.length) {
      const index = next++;
      results[index] = await work(items[index]!);
    }
  };
  await Promise.all(Array.from({ length: BUYERS }, worker));
  return results;
}
