import { readFile } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import postgres, { type Sql } from 'postgres';
import { insertBulk } from '@/testing/db/bulk';
import { adopt, startAdoptionApp, type AdoptedCourse } from './adoption';
import type { RunningApp } from './app';
import { createDatabase } from './database';
import { startMailProvider, type MailProvider } from './mail-provider';

const ADOPTIONS = 500;
/** The time in which they come, evenly, and the end of that in which all e-mails have left, in seconds from the first one. */
const ADOPTING_SECONDS = 120;
const LIMIT_SECONDS = 300;
/** E-mails with documents that an instance sends at least, per second. */
const LEAST_RATE = 4;
/** How long a provider takes to accept an e-mail, in milliseconds. */
const PROVIDER_MS = 150;
/** E-mails while the provider takes so many requests a second, as Resend does. */
const LIMITED_MAILS = 60;
const REQUESTS_PER_SECOND = 2;
/** The most refused requests for one that is accepted. */
const MOST_REFUSED = 2;
/** The most memory of the process, in megabytes. */
const MOST_MEMORY = 450;
const HANG_SECONDS = 900;

/**
 * E-mails with documents of one instance of the production build and a provider's stand-in: how long 500 adoptions in two
 * minutes wait for theirs, how many leave per second when all are due, and whether some are lost or sent twice while the
 * provider answers 429. Prints them, and the most memory of the process.
 * @throws where one misses its limit
 */
export async function measureMails(): Promise<void> {
  const provider = await startMailProvider(PROVIDER_MS);
  const url = await createDatabase('mails');
  const sql = postgres(url, { max: 2, onnotice: () => undefined });
  await insertBulk(sql, { users: 100, billings: 200 });
  const app = await startAdoptionApp({ DATABASE_URL: url, JOBS: 'on', ...provider.variables });
  try {
    const waited = await adoptEvenly(sql, app, provider);
    await sql`analyze`;
    const rate = await sendAll(sql, provider);
    const refused = await sendWithinLimit(sql, provider);
    const memory = await peakMegabytes(app.pid);
    console.table({
      [`last e-mail of ${ADOPTIONS} adoptions in ${ADOPTING_SECONDS} s, seconds after the first adoption`]:
        Math.round(waited),
      'e-mails with documents per second': Number(rate.toFixed(1)),
      [`requests refused for each of ${LIMITED_MAILS} e-mails, at ${REQUESTS_PER_SECOND} a second`]: Number(
        refused.toFixed(1),
      ),
      'most memory of the process, MB': memory,
    });
    if (waited > LIMIT_SECONDS || rate < LEAST_RATE || refused > MOST_REFUSED || memory > MOST_MEMORY)
      throw new Error('E-mails miss their limits.');
  } finally {
    await app.stop();
    await sql.end();
    provider.stop();
  }
}

/** Adopts a seat each at even distances. @returns seconds from the first adoption to the last e-mail with documents */
async function adoptEvenly(sql: Sql, app: RunningApp, provider: MailProvider): Promise<number> {
  const courses = await sql<AdoptedCourse[]>`
    select id, course_type as "courseType", branch, price_paise::int as "pricePaise" from courses`;
  const started = performance.now();
  const adoptions = Array.from({ length: ADOPTIONS }, async (_, n) => {
    await pause((n * ADOPTING_SECONDS * 1000) / ADOPTIONS);
    if (!(await adopt(app, provider.codeFor, courses[n % courses.length]!))) throw new Error('an adoption failed');
  });
  await Promise.all(adoptions);
  console.log(`${ADOPTIONS} adoptions in ${Math.round((performance.now() - started) / 1000)} s`);
  await untilSent(provider, ADOPTIONS);
  return (lastOf(provider) - started) / 1000;
}

/** Makes the e-mails of all adoptions due at once. @returns how many leave per second, once the first did */
async function sendAll(sql: Sql, provider: MailProvider): Promise<number> {
  provider.restart();
  await makeDue(sql, ADOPTIONS);
  await untilSent(provider, ADOPTIONS);
  const [first] = provider.seen.accepted;
  return (1000 * (ADOPTIONS - 1)) / (lastOf(provider) - first!.at);
}

/** Makes some e-mails due while the provider refuses most requests. @returns the refused requests for each of them */
async function sendWithinLimit(sql: Sql, provider: MailProvider): Promise<number> {
  provider.restart(REQUESTS_PER_SECOND);
  await makeDue(sql, LIMITED_MAILS);
  await untilSent(provider, LIMITED_MAILS);
  // What is sent twice would come again now.
  for (let open = 1; open > 0; await pause(1000))
    open = (await sql`select from outbound_messages where sent_at is null`).length;
  const { accepted, refused } = provider.seen;
  if (new Set(accepted.map(({ key }) => key)).size !== accepted.length) throw new Error('an e-mail was sent twice');
  return refused / LIMITED_MAILS;
}

const makeDue = (sql: Sql, count: number) => sql`
  update outbound_messages set sent_at = null, attempts = 0, next_attempt_at = now()
   where id in (select id from outbound_messages where kind = 'adopted' order by id limit ${count})`;

const documentsOf = ({ seen }: MailProvider) => seen.accepted.filter(({ hasDocuments }) => hasDocuments);
const lastOf = (provider: MailProvider) => documentsOf(provider).at(-1)!.at;

async function untilSent(provider: MailProvider, count: number): Promise<void> {
  for (let waited = 0; documentsOf(provider).length < count; waited++) {
    if (waited > HANG_SECONDS * 10) throw new Error(`only ${documentsOf(provider).length} of ${count} e-mails came`);
    await pause(100);
  }
}

/** The most memory that a process had in megabytes, as Linux counts it; NaN elsewhere. */
async function peakMegabytes(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  return Math.round(Number(/VmHWM:\s+(\d+) kB/.exec(status)?.[1]) / 1024);
}
