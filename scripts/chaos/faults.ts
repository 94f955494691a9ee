import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { randomInt } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import postgres, { type Sql } from 'postgres';
import { startApp, type RunningApp } from '../../testing/e2e/app';
import { postgresTools } from '../lib/postgres-binaries';

/** The application name of this program's own connections, which are not terminated. */
export const HARNESS = 'chaos';

/** Statements wait five seconds for a lock (db/client.ts). */
const LONGEST_LOCK_MS = 7000;
/** Of the 100 that Postgres has by default. */
const TAKEN_CONNECTIONS = 90;

type AppOptions = Omit<Parameters<typeof startApp>[0], 'name'>;

/** An instance of the app that is restarted after each kill. `ends` reports an unexpected exit. */
export class Instance {
  private app: RunningApp | null = null;
  private starts = 0;
  private asked = false;

  constructor(
    private readonly name: string,
    private readonly options: AppOptions,
    private readonly ends: (what: string) => void,
  ) {}

  get url(): string | null {
    return this.app?.url ?? null;
  }

  async start(): Promise<void> {
    this.asked = false;
    const app = await startApp({ ...this.options, name: `${this.name}-${++this.starts}` });
    void app.ended.then((outcome) => this.asked || this.ends(`${this.name} ended by itself with ${outcome}`));
    this.app = app;
  }

  /** Kills the process (SIGKILL) and starts another. */
  async kill(): Promise<void> {
    const app = this.app!;
    this.asked = true;
    this.app = null;
    await app.kill();
    await this.start();
  }

  async stop(): Promise<void> {
    this.asked = true;
    await this.app?.stop();
  }
}

/** Terminates up to eight random connections of the app. @returns how many */
export async function terminateBackends(sql: Sql): Promise<number> {
  const ended = await sql`
    select pg_terminate_backend(pid) from (
      select pid from pg_stat_activity
       where datname = current_database() and application_name <> ${HARNESS} and backend_type = 'client backend'
       order by random() limit ${1 + randomInt(8)}::int) chosen`;
  return ended.length;
}

/** Holds the locks of some courses for longer than a statement waits for one, or for a moment. */
export async function lockCourses(sql: Sql): Promise<void> {
  await sql.begin(async (transaction) => {
    await transaction`select from courses where id in (select id from courses order by random() limit 5) order by id for update`;
    await pause(randomInt(LONGEST_LOCK_MS));
  });
}

/** Takes all connections of the database but a few, for a moment. */
export async function takeConnections(url: string): Promise<void> {
  const options = { max: 1, connect_timeout: 2, connection: { application_name: HARNESS }, onnotice: () => undefined };
  const taken = Array.from({ length: TAKEN_CONNECTIONS }, () => postgres(url, options));
  await Promise.allSettled(taken.map((one) => one`select 1`));
  await pause(randomInt(4000));
  await Promise.allSettled(taken.map((one) => one.end({ timeout: 1 })));
}

/** Crashes the database server in `home` without a clean shutdown, and starts it again on its port. */
export async function crashDatabase(home: string): Promise<void> {
  const folder = join(home, 'postgres');
  const [pid, , , port] = (await readFile(join(folder, 'postmaster.pid'), 'utf8')).split('\n');
  const tools = await postgresTools(folder);
  await tools.call('pg_ctl', ['stop', '-w', '-m', 'immediate', '-D', folder]);
  console.log(`database ${pid} crashed`);
  await pause(500 + randomInt(1500));
  await tools.call('pg_ctl', [
    'start',
    '-w',
    '-D',
    folder,
    '-l',
    join(folder, 'server.log'),
    '-o',
    `-p ${port!.trim()}`,
  ]);
}
