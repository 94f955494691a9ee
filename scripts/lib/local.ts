import { mkdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import nextEnv from '@next/env';
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
export function dataDir(): string {
  const path = resolve(process.env.DATA_DIR || '.data');
  process.env.DATA_DIR = path;
  return path;
}

const DEMO = '--demo';

/** Returns the arguments of the command without --demo, which openDatabase() reads. */
export function commandArguments(): string[] {
  return process.argv.slice(2).filter((word) => word !== DEMO);
}

/**
 * Opens the database that a production command works on: that of DATABASE_URL, or with --demo the one of the demo.
 * Throws if neither is given: a command with a new database of its own would seem to have succeeded.
 * @param asOwner work as the owner of the tables, by DATABASE_OWNER_URL if it is set
 */
export async function openDatabase({ asOwner = false } = {}): Promise<RunningDatabase> {
  if (asOwner && process.env.DATABASE_OWNER_URL) process.env.DATABASE_URL = process.env.DATABASE_OWNER_URL;
  // The demo's secret is part of the keys stored in its database.
  if (process.argv.includes(DEMO)) await completeEnvironment(readAddress('127.0.0.1'));
  else if (!process.env.DATABASE_URL)
    throw new Error(
      `DATABASE_URL is not set. Set it to the database to work on, or add ${DEMO} (npm run … -- ${DEMO}) for that of npm run demo.`,
    );
  return openLocalDatabase();
}

/**
 * Opens the database of demo and dev: that of DATABASE_URL, or else the embedded one of DATA_DIR, and sets DATABASE_URL
 * to it.
 */
export async function openLocalDatabase(): Promise<RunningDatabase> {
  if (process.env.DATABASE_URL) return { url: process.env.DATABASE_URL, stop: async () => undefined };
  const database = await startDatabase(dataDir());
  process.env.DATABASE_URL = database.url;
  return database;
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
