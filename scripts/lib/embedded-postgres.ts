import { randomBytes } from 'node:crypto';
import {
  appendFile,
  chmod,
  chown,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  readlink,
  realpath,
  rename,
  rm,
  stat,
  statfs,
  writeFile,
} from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import postgres, { type Sql } from 'postgres';
import { postgresTools, type PostgresTools } from './postgres-binaries';
import { keepSecret } from './secret-file';

/**
 * A database that accepts connections. `stop` releases it, and shuts the server down unless another program still uses
 * it.
 */
export type RunningDatabase = { url: string; stop: () => Promise<void> };

type Cluster = { folder: string; password: string; tools: PostgresTools };

class WrongPasswordError extends Error {
  constructor(folder: string, options: ErrorOptions) {
    super(`The password in ${join(folder, '..', 'postgres.password')} is not that of the database beside it`, options);
  }
}

const DATABASE = 'seat_adoption';
/** Advisory lock in the 'postgres' database, held shared by every user of the server. */
const USERS_LOCK = 735_001;
const START_SECONDS = 60;
const ATTEMPTS = 5;

/** Statements, and errors with their values, are not logged by the server, because they contain personal data. */
const SETTINGS = `
listen_addresses = '127.0.0.1'
unix_socket_directories = ''
max_connections = 200
timezone = 'UTC'
log_timezone = 'UTC'
log_min_messages = log
log_min_error_statement = panic
log_error_verbosity = terse
`;

/**
 * For throwaway test databases: survives kill -9 of the program, not a crash of the machine. Several files at once race with up to 60
 * connections each, and on a busy machine those of a file that has ended stay open for a while.
 */
const THROWAWAY_SETTINGS = `
max_connections = 400
fsync = off
synchronous_commit = off
full_page_writes = off
`;

/** The folder of Linux whose files are in memory, the number of its file system, and the room that tests need there. */
const MEMORY = '/dev/shm';
const TMPFS = 0x01021994;
const ROOM_BYTES = 2 * 2 ** 30;

/**
 * Makes a folder for a throwaway database and the data of its apps, in memory where there is room: a database has a
 * thousand files, and tests create and truncate hundreds of databases, for which Postgres needs twice the processor
 * time on a disk.
 * @param purpose a part of its name
 * @returns the path of the folder, which the caller removes
 */
export async function makeThrowawayHome(purpose: string): Promise<string> {
  await removeAbandonedHomes();
  const memory = await statfs(MEMORY).catch(() => null);
  const hasRoom = memory?.type === TMPFS && memory.bavail * memory.bsize >= ROOM_BYTES;
  const make = (parent: string) => mkdtemp(join(parent, `seat-adoption-${purpose}-`));
  // Not everybody may write there.
  const home = await (hasRoom ? make(MEMORY).catch(() => make(tmpdir())) : make(tmpdir()));
  // Postgres may run as another user.
  await chmod(home, 0o711);
  await writeFile(join(home, OWNER_FILE), await identityOf(process.pid));
  return home;
}

/** Names the process that made a throwaway folder. */
const OWNER_FILE = 'owner';

/**
 * Returns what tells a process from those that had or get its id: when it started and in which list of processes (Linux); an
 * empty text if there is no such process.
 */
async function identityOf(pid: number): Promise<string> {
  try {
    process.kill(pid, 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ESRCH') return '';
  }
  const status = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  // The name of the program, in brackets, may contain spaces.
  const started = status.slice(status.lastIndexOf(')') + 2).split(' ')[19] ?? '';
  return `${pid} ${started} ${await readlink('/proc/self/ns/pid').catch(() => '')}`;
}

/**
 * Stops the servers of throwaway folders whose program ended without removing them (kill -9, an aborted test run), and removes
 * the folders. Those of programs that run, of other lists of processes, such as containers, and without a name stay.
 */
async function removeAbandonedHomes(): Promise<void> {
  const own = (await identityOf(process.pid)).split(' ')[2];
  for (const parent of new Set([MEMORY, tmpdir()])) {
    const names = await readdir(parent).catch(() => []);
    for (const name of names.filter((each) => each.startsWith('seat-adoption-'))) {
      const home = join(parent, name);
      const owner = await readFile(join(home, OWNER_FILE), 'utf8').catch(() => '');
      const [pid, , processes] = owner.split(' ');
      if (!pid || processes !== own || (await identityOf(Number(pid))) === owner) continue;
      await endServer(join(home, 'postgres'));
      await rm(home, { recursive: true, force: true });
    }
  }
}

/** Ends the server of a data folder at once, and waits for its end. */
async function endServer(folder: string): Promise<void> {
  const pid = Number((await readFile(join(folder, 'postmaster.pid'), 'utf8').catch(() => '')).split('\n', 1)[0]);
  for (let waited = 0; pid > 1 && (await ownerOf(pid, folder)) === 'server' && waited < START_SECONDS * 10; waited++) {
    // An immediate shutdown.
    if (waited === 0) process.kill(pid, 'SIGQUIT');
    await pause(100);
  }
}

/**
 * Starts the embedded Postgres of a data folder, or joins the one that already runs there (started by another program,
 * or left behind by kill -9). The server listens on 127.0.0.1 only, on a free port, with a random password stored in
 * `dataDir/postgres.password`.
 * @param dataDir relative or absolute; created if missing
 */
export async function startDatabase(dataDir: string, options: { throwaway?: boolean } = {}): Promise<RunningDatabase> {
  const home = resolve(dataDir);
  await mkdir(home, { recursive: true, mode: 0o711 });
  const folder = join(home, 'postgres');
  const cluster = {
    folder,
    password: await keepSecret(join(home, 'postgres.password')),
    tools: await postgresTools(folder),
  };
  if (!(await exists(join(folder, 'PG_VERSION')))) await initialise(cluster, home, options.throwaway ?? false);

  let failure: unknown;
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    try {
      const running = await findRunning(cluster);
      const port = running ?? (await launch(cluster));
      const control = await enlist(cluster, port).catch(async (error: unknown) => {
        if (running === null && error instanceof WrongPasswordError) await shutDown(cluster);
        throw error;
      });
      return { url: address(cluster, port, DATABASE), stop: () => leave(cluster, control) };
    } catch (error) {
      if (error instanceof WrongPasswordError) throw error;
      // Another start took the port or the lock file first, or the server that was found was shutting down: retry.
      failure = error;
      await pause(200 * (attempt + 1));
    }
  }
  throw failure;
}

function address({ password }: Cluster, port: number, database: string): string {
  return `postgres://postgres:${password}@127.0.0.1:${port}/${database}`;
}

async function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return false;
      throw error;
    },
  );
}

/**
 * Creates the cluster in a temporary folder and moves it into place as a whole: an interrupted start leaves nothing
 * that looks finished.
 */
async function initialise({ folder, password, tools }: Cluster, home: string, throwaway: boolean): Promise<void> {
  const workshop = join(home, `postgres.new-${randomBytes(4).toString('hex')}`);
  const passwordFile = join(workshop, 'password');
  const draft = join(workshop, 'cluster');
  try {
    await mkdir(workshop, { mode: 0o700 });
    await writeFile(passwordFile, password, { mode: 0o600 });
    if (tools.user) for (const path of [passwordFile, workshop]) await chown(path, tools.user.uid, tools.user.gid);
    const access = ['--username=postgres', '--auth=scram-sha-256', `--pwfile=${passwordFile}`];
    await tools.call('initdb', [
      `--pgdata=${draft}`,
      ...access,
      '--encoding=UTF8',
      '--locale=C',
      ...(throwaway ? ['--no-sync'] : []),
      // Logins of tests need not be slow to guess; Postgres 15 has no such setting.
      ...(throwaway && !process.env.POSTGRES_BIN ? ['--set=scram_iterations=1'] : []),
    ]);
    await appendFile(join(draft, 'postgresql.conf'), throwaway ? SETTINGS + THROWAWAY_SETTINGS : SETTINGS);
    await rename(draft, folder).catch((error: NodeJS.ErrnoException) => {
      // Two concurrent first starts: the other one's cluster is in place, so this one is not needed.
      if (error.code !== 'ENOTEMPTY' && error.code !== 'EEXIST') throw error;
    });
  } finally {
    await rm(workshop, { recursive: true, force: true });
  }
}

/**
 * Returns the port of the server that runs on this cluster, or null. After kill -9 of the program its server still
 * runs, and postmaster.pid names its port; but the process id in a stale file may have been reused.
 */
async function findRunning({ folder }: Cluster): Promise<number | null> {
  const pidFile = join(folder, 'postmaster.pid');
  for (let waited = 0; waited < START_SECONDS * 10; waited++) {
    const lines = (await readFile(pidFile, 'utf8').catch(absent))?.split('\n').map((line) => line.trim());
    if (!lines) return null;
    const pid = Number(lines[0]);
    const owner = await ownerOf(pid, folder);
    if (owner === 'nobody') return null;
    if (owner === 'stranger') {
      // Postgres would mistake that process for a server and refuse to start.
      await rm(pidFile, { force: true });
      return null;
    }
    if (lines[7] === 'ready') return Number(lines[3]);
    await pause(100);
  }
  throw new Error(`The database in ${folder} does not become ready; see ${join(folder, 'server.log')}`);
}

function absent(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT') return null;
  throw error;
}

/** Returns whether a process is the server of this cluster: its working directory is its data folder. */
async function ownerOf(pid: number, folder: string): Promise<'server' | 'stranger' | 'nobody'> {
  try {
    process.kill(pid, 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ESRCH') return 'nobody';
  }
  if (process.platform !== 'linux') return 'server';
  const at = await readlink(`/proc/${pid}/cwd`).catch(() => null);
  return at === (await realpath(folder)) ? 'server' : 'stranger';
}

async function launch({ folder, tools }: Cluster): Promise<number> {
  const port = await freePort();
  // pg_ctl starts the server in its own session: Ctrl-C in the terminal does not reach the database.
  const log = join(folder, 'server.log');
  await tools.call('pg_ctl', ['start', '-w', '-t', String(START_SECONDS), '-D', folder, '-l', log, '-o', `-p ${port}`]);
  return port;
}

/** Returns a TCP port on 127.0.0.1 that is currently free. */
export async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((done, fail) => server.once('error', fail).listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  await new Promise((done) => server.close(done));
  return port;
}

/** Opens the connection whose lock marks this program as a user of the server until it disconnects. */
async function enlist(cluster: Cluster, port: number): Promise<Sql> {
  const control = postgres(address(cluster, port, 'postgres'), {
    max: 1,
    max_lifetime: null,
    connect_timeout: 10,
    onnotice: () => undefined,
    connection: { application_name: 'seat-adoption-control' },
  });
  try {
    await control`select pg_advisory_lock_shared(${USERS_LOCK})`;
    const [row] = await control`select 1 from pg_database where datname = ${DATABASE}`;
    if (!row) await control.unsafe(`create database ${DATABASE}`).catch(alreadyThere);
    return control;
  } catch (error) {
    await control.end({ timeout: 1 });
    if ((error as { code?: string }).code === '28P01') throw new WrongPasswordError(cluster.folder, { cause: error });
    throw error;
  }
}

function alreadyThere(error: { code?: string }): void {
  const DUPLICATE_DATABASE = '42P04';
  const UNIQUE_VIOLATION = '23505';
  if (error.code !== DUPLICATE_DATABASE && error.code !== UNIQUE_VIOLATION) throw error;
}

async function leave(cluster: Cluster, control: Sql): Promise<void> {
  try {
    await control`select pg_advisory_unlock_shared(${USERS_LOCK})`;
    const [row] = await control<{ alone: boolean }[]>`select pg_try_advisory_lock(${USERS_LOCK}) as alone`;
    // A program that starts now waits for our lock, loses its connection and starts the server again.
    if (row?.alone) await shutDown(cluster);
  } catch (error) {
    // The server may have ended already.
    if ((await findRunning(cluster)) !== null) throw error;
  } finally {
    await control.end({ timeout: 1 });
  }
}

async function shutDown({ folder, tools }: Cluster): Promise<void> {
  await tools.call('pg_ctl', ['stop', '-w', '-m', 'fast', '-D', folder]);
}
