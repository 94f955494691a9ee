import { spawn, spawnSync } from 'node:child_process';
import { mkdir, readFile, rename, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { randomInt } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import postgres, { type Sql } from 'postgres';
import { startApp, workersOf, type RunningApp } from '../e2e/app';
import { postgresTools } from '../../scripts/lib/postgres-binaries';
import { childrenOf, commandOf, ended, root, serverScript } from '../../scripts/lib/programs';

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

  /** Kills one of the processes of an instance that has several (WEB_CONCURRENCY); it replaces it. */
  killWorker(): void {
    const workers = workersOf(this.app!);
    if (workers.length > 0) process.kill(Number(workers[randomInt(workers.length)]), 'SIGKILL');
  }

  async stop(): Promise<void> {
    this.asked = true;
    await this.app?.stop();
  }
}

/** Runs `npm run jobs -- --once` and kills it after up to four seconds, if it has not ended. @returns whether it was killed */
export async function killJobs(env: Record<string, string>): Promise<boolean> {
  const args = [...serverScript('jobs.ts'), '--once'];
  const runner = spawn(process.execPath, args, { cwd: root, stdio: 'ignore', env: { ...process.env, ...env } });
  const timer = setTimeout(() => runner.kill('SIGKILL'), 1000 + randomInt(3000));
  const outcome = await ended(runner);
  clearTimeout(timer);
  return outcome === 'SIGKILL';
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

/** Makes a folder that `loseFolder` can take away: a link, since programs make a missing folder again. */
export async function makeFolder(folder: string): Promise<void> {
  await mkdir(`${folder}.files`);
  await symlink(`${folder}.files`, folder);
}

/** Puts a file in the place of a folder for a moment, so that nothing can be written there, as on a full disk. */
export async function loseFolder(folder: string): Promise<void> {
  await pointTo(folder, '/dev/null');
  await pause(1000 + randomInt(3000));
  await pointTo(folder, `${folder}.files`);
}

/** Replaces a link at once. */
async function pointTo(link: string, target: string): Promise<void> {
  await symlink(target, `${link}.new`);
  await rename(`${link}.new`, link);
}

/** Process id and port of the database server in `home`. */
async function serverOf(home: string): Promise<{ pid: string; port: string }> {
  const [pid, , , port] = (await readFile(join(home, 'postgres/postmaster.pid'), 'utf8')).split('\n');
  return { pid: pid!.trim(), port: port!.trim() };
}

/** Crashes the database server in `home` without a clean shutdown, and starts it again on its port. */
export async function crashDatabase(home: string): Promise<void> {
  await crash(home, await serverOf(home));
}

async function crash(home: string, { pid, port }: { pid: string; port: string }): Promise<void> {
  const folder = join(home, 'postgres');
  const { call } = await postgresTools(folder);
  await call('pg_ctl', ['stop', '-w', '-m', 'immediate', '-D', folder]).catch((error: unknown) => {
    // One that cannot write may have ended by itself.
    if (commandOf(pid)) throw error;
  });
  console.log(`database ${pid} crashed`);
  await pause(500 + randomInt(1500));
  await call('pg_ctl', ['start', '-w', '-D', folder, '-l', join(folder, 'server.log'), '-o', `-p ${port}`]);
}

/**
 * Lets the files of the database grow no further for a moment, as on a full disk, until it is started again: its
 * transactions fail, and it crashes.
 * @returns false where the system cannot do that
 */
export async function fillDisk(home: string): Promise<boolean> {
  const server = await serverOf(home);
  const { user } = await postgresTools(join(home, 'postgres'));
  // Files of the log have 16 MB: it can go on for a while, or not at all. Children inherit the limit.
  const limit = randomInt(2) * 8 * 2 ** 20;
  const isLimited = [server.pid, ...childrenOf(server.pid)].map(
    (each) => spawnSync('prlimit', ['--pid', each, `--fsize=${limit}:`], { ...user }).status === 0,
  );
  if (!isLimited[0]) return false;
  console.log(`database ${server.pid} cannot write beyond ${limit} bytes`);
  await pause(500 + randomInt(2000));
  await crash(home, server);
  return true;
}
