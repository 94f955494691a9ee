import { randomInt } from 'node:crypto';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import postgres from 'postgres';
import { APP_SECRET } from '../testing/e2e/app';
import { insertCourse } from '../testing/e2e/catalogue';
import { administerUntilStopped, makeAdministrators } from './chaos/administrators';
import { adoptUntilStopped, SCARCE_SEATS } from './chaos/clients';
import { crashDatabase, HARNESS, Instance, lockCourses, takeConnections, terminateBackends } from './chaos/faults';
import { deliverUntilStopped, disturbGateway, holdWebhooks, settleGateway } from './chaos/gateway';
import { compareWithBooks, Ledger } from './chaos/ledger';
import { patiently } from './chaos/patience';
import { Proxy, type ConnectionFault } from './chaos/proxy';
import { Mailbox } from './fuzz/setup';
import { ensureBuild } from './lib/build';
import { startDatabase } from './lib/embedded-postgres';
import { main } from './lib/main';
import { runNode, serverScript } from './lib/programs';
import { standInVariables } from './razorpay-stand-in/environment';
import { startRazorpayStandIn } from './razorpay-stand-in/server';

/** Clients that act as the two administrators. */
const ADMINISTERING = 4;

/**
 * `npm run chaos [-- --seconds N --clients N]`: runs two instances of the production build on one temporary database
 * with clients that adopt and pay and administrators that act on the adoptions, behind proxies that delay, cut and
 * refuse connections, while instances and database connections are killed, the database crashes, rows are locked,
 * connections run out, the purge runs, and answers and webhooks of the stand-in for Razorpay are lost, repeated and
 * delayed. Afterwards every acknowledged response must be in the database exactly once, all seats must
 * add up, and each payment that was captured must be booked or paid back exactly once.
 */
await main(async () => {
  const { values } = parseArgs({
    options: { seconds: { type: 'string', default: '120' }, clients: { type: 'string', default: '16' } },
  });
  await ensureBuild();
  const home = await mkdtemp(join(tmpdir(), 'seat-adoption-chaos-'));
  await chmod(home, 0o711);
  // Not a throwaway database: acknowledged transactions must survive its crash.
  const database = await startDatabase(home);
  try {
    await runNode(serverScript('migrate.ts'), { DATABASE_URL: database.url });
    await runChaos({ url: database.url, home, seconds: Number(values.seconds), clients: Number(values.clients) });
  } finally {
    await database.stop().catch(() => undefined);
    await rm(home, { recursive: true, force: true });
  }
});

type Options = { url: string; home: string; seconds: number; clients: number };

async function runChaos({ url, home, seconds, clients }: Options): Promise<void> {
  const sql = postgres(url, { max: 8, onnotice: () => undefined, connection: { application_name: HARNESS } });
  const courses = [];
  for (let n = 0; n < 40; n++)
    courses.push(
      await insertCourse(sql, {
        city: 'Bhopal',
        courseType: 'B.Tech',
        branch: `Branch ${n}`,
        institute: null,
        // Every fourth course sells out during the run.
        totalSeats: n % 4 === 0 ? SCARCE_SEATS : 10_000,
        adoptedSeats: 0,
        pricePaise: 5_000_000,
        isOpen: true,
      }),
    );
  const administrators = await makeAdministrators(sql);
  const ledger = new Ledger();
  const counts = { kills: 0, backends: 0, crashes: 0, purges: 0, locks: 0, fullPools: 0 };
  const standIn = await startRazorpayStandIn();
  holdWebhooks(standIn);
  const env = { OTP_HOURLY_CAP: '1000000', ...standInVariables(standIn) };
  const appOptions = { databaseUrl: url, dataDir: home, env };
  const instances = [1, 2].map(
    (n) => new Instance(`chaos-${n}`, appOptions, (what) => void ledger.problems.push(what)),
  );
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

  const disturb = async () => {
    while (running()) {
      await pause(500 + randomInt(1500));
      const dice = randomInt(20);
      if (dice === 0) {
        await crashDatabase(home);
        counts.crashes += 1;
      } else if (dice < 3) {
        await lockCourses(sql).catch(() => undefined);
        counts.locks += 1;
      } else if (dice === 3) {
        await takeConnections(url);
        counts.fullPools += 1;
      } else if (dice < 8) {
        await instances[randomInt(2)]!.kill();
        counts.kills += 1;
      } else counts.backends += await terminateBackends(sql).catch(() => 0);
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

  try {
    await Promise.all([
      disturb(),
      purge(),
      deliverUntilStopped(setup, running),
      disturbGateway(setup, running),
      ...Array.from({ length: clients }, () => adoptUntilStopped(setup)),
      ...Array.from({ length: ADMINISTERING }, () => administerUntilStopped(setup, administrators)),
    ]);
    const unsettled = await settleGateway(setup);
    const problems = [...unsettled, ...(await patiently(() => compareWithBooks(sql, ledger)))];
    for (const [answer, count] of [...ledger.answers].sort()) console.log(`${String(count).padStart(6)}  ${answer}`);
    const { payments, refunds } = standIn.gateway;
    console.log(
      `\n${[...payments.values()].filter(({ capturedAt }) => capturedAt > 0).length} payments captured, ${refunds.size} refunds, ` +
        `${setup.twice.size / 2} adoptions paid twice, ${standIn.webhooks.events.length} webhooks.`,
    );
    console.log(
      `\n${counts.kills} kills, ${counts.backends} ended backends, ${counts.crashes} database crashes, ${counts.locks} locks, ` +
        `${counts.fullPools} times no connections, ${counts.purges} purges; connections ${describeFaults(proxies)}: ` +
        `${ledger.pledges.size} pledges, ${ledger.payments.size} payments and ${ledger.acknowledgedSteps} steps of administrators acknowledged, ` +
        `${problems.length} problems.`,
    );
    if (ledger.payments.size === 0 || refunds.size === 0) problems.push('no payment or no refund was made');
    if (counts.purges === 0) problems.push('no purge ended');
    if (ledger.acknowledged === 0 || ledger.acknowledgedSteps === 0) problems.push('nothing was acknowledged');
    if (problems.length > 0) throw new Error(problems.slice(0, 50).join('\n'));
  } finally {
    await Promise.all(proxies.map((proxy) => proxy.stop()));
    await Promise.all(instances.map((instance) => instance.stop()));
    await standIn.stop();
    await sql.end({ timeout: 5 });
  }
}

function describeFaults(proxies: readonly Proxy[]): string {
  const sum = (fault: ConnectionFault) => proxies.reduce((all, { counts }) => all + counts[fault], 0);
  return `refused ${sum('refused')}, delayed ${sum('delayed')}, cut ${sum('cutRequest')} in the request and ${sum('cutAnswer')} before the answer`;
}
