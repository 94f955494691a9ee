import { randomInt } from 'node:crypto';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import postgres from 'postgres';
import { databaseOn, tolerateBrokenConnections } from '@/db/client';
import { guardTransactions } from '@/db/retry-statements';
import { APP_SECRET } from '../e2e/app';
import { insertCourse } from '../e2e/catalogue';
import { Mailbox } from '../lib/mailbox';
import { startDatabase } from '../../scripts/lib/embedded-postgres';
import { findBookProblems } from '../../scripts/lib/books';
import { root, runNode, serverScript } from '../../scripts/lib/programs';
import { standInVariables } from '../razorpay-stand-in/environment';
import { startRazorpayStandIn } from '../razorpay-stand-in/server';
import { administerUntilStopped, makeAdministrators } from './administrators';
import { adoptUntilStopped, MOST_PARTS, SCARCE_SEATS } from './clients';
import {
  crashDatabase,
  fillDisk,
  HARNESS,
  Instance,
  killJobs,
  lockCourses,
  loseFolder,
  makeFolder,
  takeConnections,
  terminateBackends,
} from './faults';
import { deliverUntilStopped, disturbGateway, holdWebhooks, settleGateway } from './gateway';
import { compareWithBooks, Ledger } from './ledger';
import { enterUntilStopped, INSTITUTE, makeOffice } from './offices';
import {
  CRON_SECRET,
  renewUntilStopped,
  reserveUntilStopped,
  settleReservations,
  waitUntilStopped,
} from './reservations';
import { pauseWhile, retry } from './retry';
import { Proxy, type ConnectionFault } from './proxy';

/** Clients that act as the two administrators, that make agreements, wait, renew, and are in the office of an institute. */
const ADMINISTERING = 4;
const RESERVING = 2;
const WAITING = 2;
const RENEWING = 2;
const ENTERING = 2;
const HOUR_MS = 3_600_000;
/** The time between two crashes of the database. */
const CRASH_INTERVAL_MS = 15_000;
type ChaosOptions = { seconds: number; clients: number };

/**
 * Runs chaos on a temporary database for some seconds and prints what happened.
 * @returns what is wrong afterwards; empty if nothing is
 */
export async function runChaos(options: ChaosOptions): Promise<string[]> {
  const home = await mkdtemp(join(tmpdir(), 'seat-adoption-chaos-'));
  await chmod(home, 0o711);
  // Not a throwaway database: acknowledged transactions must survive its crash.
  const database = await startDatabase(home);
  try {
    await makeFolder(join(home, 'outbox'));
    await runNode(serverScript('migrate.ts'), { DATABASE_URL: database.url });
    return await disturbClients({ ...options, url: database.url, home });
  } finally {
    await database.stop().catch(() => undefined);
    await rm(home, { recursive: true, force: true });
  }
}

async function disturbClients({
  url,
  home,
  seconds,
  clients,
}: ChaosOptions & { url: string; home: string }): Promise<string[]> {
  tolerateBrokenConnections();
  const sql = postgres(url, { max: 8, onnotice: () => undefined, connection: { application_name: HARNESS } });
  guardTransactions(sql);
  const courses = [];
  for (let n = 0; n < 40; n++)
    courses.push(
      await insertCourse(sql, {
        city: 'Bhopal',
        courseType: 'B.Tech',
        branch: `Branch ${n}`,
        institute: n % 4 === 1 ? INSTITUTE : null,
        // Every fourth course sells out during the run.
        totalSeats: n % 4 === 0 ? SCARCE_SEATS : 10_000,
        adoptedSeats: 0,
        pricePaise: 5_000_000,
        isOpen: true,
      }),
    );
  const administrators = await makeAdministrators(sql);
  const office = await makeOffice(sql);
  await sql`insert into settings ("group", value) values ('terms', ${sql.json({ maxInstalments: MOST_PARTS })})`;
  const ledger = new Ledger();
  const counts = {
    kills: 0,
    backends: 0,
    crashes: 0,
    fullDisks: 0,
    purges: 0,
    locks: 0,
    fullPools: 0,
    lostFolders: 0,
    workers: 0,
    runners: 0,
  };
  const standIn = await startRazorpayStandIn();
  holdWebhooks(standIn);
  const clockError = randomInt(2) === 0 ? HOUR_MS : -HOUR_MS;
  const instances = [0, clockError].map((error, n) => {
    const env = {
      ...{ OTP_HOURLY_CAP: '1000000', CLOCK_ERROR_MS: String(error), CRON_SECRET, ...standInVariables(standIn) },
      WEB_CONCURRENCY: error === 0 ? '2' : '1',
      NODE_OPTIONS: `--import=${pathToFileURL(join(root, 'testing/chaos/wrong-clock.mjs')).href}`,
    };
    const appOptions = { databaseUrl: url, dataDir: home, env };
    return new Instance(`chaos-${n + 1}`, appOptions, (what) => void ledger.problems.push(what));
  });
  await Promise.all(instances.map((instance) => instance.start()));
  const proxies = instances.map((instance) => new Proxy(() => instance.url));
  await Promise.all(proxies.map((proxy) => proxy.start()));

  const end = Date.now() + seconds * 1000;
  const running = () => Date.now() < end;
  const setup = {
    urls: () => proxies.map(({ url: address }) => address),
    sql,
    courses,
    mailbox: new Mailbox(join(home, 'outbox')),
    ledger,
    running,
    standIn,
    twice: new Set<string>(),
  };

  /** What is done to the site, in a random order, each as often as it stands here. */
  const disturbances: (() => Promise<unknown>)[] = [
    ...Array.from({ length: 3 }, () => async () => {
      await instances[randomInt(2)]!.kill();
      counts.kills += 1;
    }),
    ...Array.from({ length: 3 }, () => async () => {
      counts.backends += await terminateBackends(sql).catch(() => 0);
    }),
    ...Array.from({ length: 2 }, () => async () => {
      await lockCourses(sql).catch(() => undefined);
      counts.locks += 1;
    }),
    async () => {
      await takeConnections(url);
      counts.fullPools += 1;
    },
    async () => {
      await loseFolder(join(home, 'outbox'));
      counts.lostFolders += 1;
    },
    async () => {
      instances[0]!.killWorker();
      counts.workers += 1;
    },
  ];
  const disturb = async () => {
    let lastCrash = Date.now();
    let left: typeof disturbances = [];
    while (running()) {
      await pause(500 + randomInt(1500));
      if (Date.now() > lastCrash + CRASH_INTERVAL_MS) {
        if (randomInt(3) === 0 && (await fillDisk(home))) counts.fullDisks += 1;
        else {
          await crashDatabase(home);
          counts.crashes += 1;
        }
        lastCrash = Date.now();
        continue;
      }
      if (left.length === 0) left = [...disturbances];
      await left.splice(randomInt(left.length), 1)[0]!();
    }
  };
  const purging = {
    ...{ DATABASE_URL: url, DATA_DIR: home, APP_SECRET },
    ...{ APP_URL: 'http://localhost', MESSAGE_TRANSPORT: 'outbox' },
  };
  const purge = async () => {
    while (running()) {
      await runNode(serverScript('purge.ts'), purging).then(
        () => (counts.purges += 1),
        // The database may be down; the purge runs again soon.
        () => undefined,
      );
      await pause(200);
    }
  };

  const killRunners = async () => {
    for (; running(); await pauseWhile(running, randomInt(8000)))
      if (await killJobs({ ...purging, ...standInVariables(standIn) })) counts.runners += 1;
  };

  const wrongMeanwhile: string[] = [];
  /** The books are right at every moment; cancellations would hide seats that were sold twice. */
  const watchBooks = async () => {
    for (; running(); await pause(1000)) {
      // The database may be down.
      const found = await findBookProblems(databaseOn(sql)).catch(() => []);
      if (found.length > 0 && wrongMeanwhile.length === 0)
        wrongMeanwhile.push(...found.map((each) => `while clients work, ${each}`));
    }
  };

  try {
    // All of them end before what they use is stopped.
    const ended = await Promise.allSettled([
      disturb(),
      purge(),
      killRunners(),
      watchBooks(),
      deliverUntilStopped(setup, running),
      disturbGateway(setup, running),
      ...Array.from({ length: clients }, () => adoptUntilStopped(setup)),
      ...Array.from({ length: ADMINISTERING }, () => administerUntilStopped(setup, administrators)),
      ...Array.from({ length: RESERVING }, () => reserveUntilStopped(setup, administrators)),
      ...Array.from({ length: WAITING }, () => waitUntilStopped(setup)),
      ...Array.from({ length: RENEWING }, () => renewUntilStopped(setup)),
      ...Array.from({ length: ENTERING }, () => enterUntilStopped(setup, office)),
    ]);
    for (const each of ended) if (each.status === 'rejected') throw each.reason;
    const unsettled = [...(await settleGateway(setup)), ...(await settleReservations(setup))];
    const reserved = await countReservations(sql);
    const problems = [...wrongMeanwhile, ...unsettled, ...(await retry(() => compareWithBooks(sql, ledger)))];
    for (const [answer, count] of [...ledger.answers].sort()) console.log(`${String(count).padStart(6)}  ${answer}`);
    const { payments, refunds } = standIn.gateway;
    console.log(
      `\n${[...payments.values()].filter(({ capturedAt }) => capturedAt > 0).length} payments captured, ${refunds.size} refunds, ` +
        `${setup.twice.size / 2} adoptions paid twice, ${standIn.webhooks.events.length} webhooks.`,
    );
    console.log(
      `\n${counts.kills} kills, of workers ${counts.workers} and of job runners ${counts.runners}, ${counts.backends} ended backends, ${counts.crashes} database crashes, ${counts.fullDisks} times a full disk, ${counts.locks} locks, ` +
        `${counts.fullPools} times no connections, ${counts.lostFolders} times no folder for messages, ${counts.purges} purges, ` +
        `one clock ${clockError > 0 ? 'fast' : 'slow'} by an hour; connections ${describeFaults(proxies)}: ` +
        `${ledger.journeys} journeys, ${ledger.pledges.size} pledges, ${ledger.payments.size} payments, ${ledger.reservations.size} agreements, ${ledger.renewals.size} renewals, ${ledger.waiting.size} waiting requests with ${ledger.offers} offers, ${ledger.taken} of which were taken, ${reserved.drawn} reservations drawn on and ${reserved.expired} expired, ${ledger.students} students with ${ledger.moved.size} moves, ${ledger.left.size} of whom left, ${ledger.parts.size} choices of parts and ${ledger.acknowledgedSteps} steps of administrators acknowledged, ` +
        `${problems.length} problems.`,
    );
    if (ledger.payments.size === 0 || refunds.size === 0) problems.push('no payment or no refund was made');
    if (counts.kills === 0 || counts.purges === 0) problems.push('no instance was killed, or no purge ended');
    if (ledger.acknowledged === 0 || ledger.acknowledgedSteps === 0) problems.push('nothing was acknowledged');
    if (ledger.reservations.size === 0 || ledger.parts.size === 0)
      problems.push('no agreement was made, or no parts were chosen');
    if (ledger.renewals.size === 0 || ledger.students === 0 || ledger.moved.size === 0)
      problems.push('nothing was renewed, or no student was entered or moved');
    if (ledger.taken === 0 || reserved.expired === 0)
      problems.push('no offer to somebody who waited was taken, or no reservation expired');
    return problems;
  } finally {
    await Promise.all(proxies.map((proxy) => proxy.stop()));
    await Promise.all(instances.map((instance) => instance.stop()));
    await standIn.stop();
    await sql.end({ timeout: 5 });
  }
}

/** Returns how many reservations somebody has drawn on, and how many ended with unused seats by their time. */
async function countReservations(sql: postgres.Sql): Promise<{ drawn: number; expired: number }> {
  const [row] = await retry(
    () => sql<{ drawn: number; expired: number }[]>`
      select count(*) filter (where i.used_seats > 0)::int as drawn,
             count(*) filter (where i.used_seats < i.seats and r.ended_at >= r.until)::int as expired
        from reservations r join reservation_items i on i.reservation_id = r.id`,
  );
  return row!;
}

function describeFaults(proxies: readonly Proxy[]): string {
  const sum = (fault: ConnectionFault) => proxies.reduce((all, { counts }) => all + counts[fault], 0);
  return `refused ${sum('refused')}, delayed ${sum('delayed')}, cut ${sum('cutRequest')} in the request and ${sum('cutAnswer')} before the answer`;
}
