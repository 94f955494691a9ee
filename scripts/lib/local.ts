import { mkdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import nextEnv from '@next/env';
import { databaseAddressProblem, databaseLabel } from '@/lib/platform/address';
import { startDatabase, type RunningDatabase } from './embedded-postgres';
import { keepSecret } from './secret-file';

export type Address = { host: string; port: number };

/**
 * Reads the .env files like Next.js, so that scripts and server see the same variables; variables already set take
 * precedence.
 */
export function loadEnvFiles(dev = false): void {
  nextEnv.loadEnvConfig(process.cwd(), dev, { info: () => undefined, error: console.error });
}

/** Returns PORT and HOST of the environment. Throws if PORT is not a port number. */
export function readAddress(defaultHost: string): Address {
  const port = Number(process.env.PORT || 3000);
  if (!Number.isInteger(port) || port < 1 || port > 65_535)
    throw new Error(`PORT must be a number from 1 to 65535, not '${process.env.PORT}'`);
  return { host: process.env.HOST || defaultHost, port };
}

/** Returns DATA_DIR as an absolute path, and sets it so for child processes. */
function dataDir(): string {
  const path = resolve(process.env.DATA_DIR || '.data');
  process.env.DATA_DIR = path;
  return path;
}

const DEMO = '--demo';
/** Lets demo and dev use the database of DATABASE_URL. */
const USE_DATABASE_URL = '--use-database-url';

/** Returns the arguments of the command without --demo, which openDatabase() reads. */
export function commandArguments(): string[] {
  return process.argv.slice(2).filter((word) => word !== DEMO);
}

/**
 * Opens the database that a production command works on: that of DATABASE_URL, or with --demo the one of the demo, and
 * names it on standard error. Throws if neither is given, since a command with a new database of its own would seem to
 * have succeeded, and if both are: samples and tests must not reach a database in use.
 * @param asOwner work as the owner of the tables, by DATABASE_OWNER_URL if it is set
 */
export async function openDatabase({ asOwner = false } = {}): Promise<RunningDatabase> {
  if (process.argv.includes(DEMO)) return openDemoDatabase();
  const variable = asOwner && process.env.DATABASE_OWNER_URL ? 'DATABASE_OWNER_URL' : 'DATABASE_URL';
  const url = process.env[variable];
  if (!url)
    throw new Error(
      `DATABASE_URL is not set. Set it to the database to work on, or add ${DEMO} (npm run … -- ${DEMO}) for that of npm run demo.`,
    );
  const problem = databaseAddressProblem(url);
  if (problem) throw new Error(`${variable} ${problem}`);
  process.env.DATABASE_URL = url;
  nameDatabase(url);
  return { url, stop: async () => undefined };
}

async function openDemoDatabase(): Promise<RunningDatabase> {
  for (const name of ['DATABASE_URL', 'DATABASE_OWNER_URL'])
    if (process.env[name])
      throw new Error(
        `${name} is set (${databaseLabel(process.env[name])}), and ${DEMO} was given. Leave out ${DEMO} to work on that database, or unset ${name} for that of npm run demo.`,
      );
  // The demo's secret is part of the keys stored in its database.
  await completeEnvironment(readAddress('127.0.0.1'));
  return openLocalDatabase();
}

/** Throws if DATABASE_URL is set and demo or dev, which fill a database with samples, were not told to use it. */
export function refuseForeignDatabase(): void {
  const url = process.env.DATABASE_URL;
  if (!url || process.argv.includes(USE_DATABASE_URL)) return;
  throw new Error(
    `DATABASE_URL is set (${databaseLabel(url)}). This command fills a database with samples and takes payments without money. ` +
      `Unset DATABASE_URL for a database of its own, or add -- ${USE_DATABASE_URL} to use that one.`,
  );
}

/**
 * Opens the database of demo and dev: the embedded one of DATA_DIR, or that of DATABASE_URL (refuseForeignDatabase), sets
 * DATABASE_URL to it and names it.
 */
export async function openLocalDatabase(): Promise<RunningDatabase> {
  const url = process.env.DATABASE_URL;
  const database = url ? { url, stop: async () => undefined } : await startDatabase(dataDir());
  process.env.DATABASE_URL = database.url;
  nameDatabase(database.url);
  return database;
}

/** Standard output is for results, which programs read. */
function nameDatabase(url: string): void {
  process.stderr.write(`Database: ${databaseLabel(url)}\n`);
}

/** Sets defaults for a local run: a secret stored in DATA_DIR, the outbox with codes on the console, the sandbox for payments, and APP_URL. */
export async function completeEnvironment({ port }: Address): Promise<void> {
  const home = dataDir();
  await mkdir(home, { recursive: true, mode: 0o711 });
  process.env.APP_SECRET ||= await keepSecret(join(home, 'app-secret'));
  process.env.APP_URL ||= `http://localhost:${port}`;
  process.env.MESSAGE_TRANSPORT ||= 'outbox';
  process.env.OUTBOX_PRINT ||= 'on';
  process.env.PAYMENT_PROVIDER ||= 'sandbox';
}
