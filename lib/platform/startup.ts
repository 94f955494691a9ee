import 'server-only';
import { constants } from 'node:fs';
import { access, mkdir } from 'node:fs/promises';
import { sql } from 'drizzle-orm';
import { db } from '@/db/client';
import { databaseErrorOf } from '@/db/errors';
import { announceSecret } from './app-secret';
import { parseEnv, type Env } from './env';
import { describeError, log } from './log';

/** Exits with code 1 and one line per problem on standard error if the environment is invalid. */
export function requireEnvironment(): Env {
  const result = parseEnv(process.env);
  if (result.ok) return result.env;
  return refuse(result.problems);
}

/**
 * Exits with code 1 if the database refuses the address of DATABASE_URL, or DATA_DIR cannot be written although
 * messages go there. A database that does not answer is no reason: it may come back (db/readiness.ts). Then makes the
 * secret known to other instances.
 */
export async function requireSurroundings(values: Env): Promise<void> {
  const problems = [await databaseProblem(), await folderProblem(values)].filter((problem) => problem !== null);
  if (problems.length > 0) refuse(problems);
  void announceSecret().catch((error: unknown) => log.warn('app_secret_unknown', describeError(error)));
}

function refuse(problems: string[]): never {
  process.stderr.write(`The server cannot start. Please correct the environment:\n  ${problems.join('\n  ')}\n`);
  process.exit(1);
}

/** What Postgres answers to an address that can never work, and what to say of it. */
const REFUSALS: Readonly<Record<string, string>> = {
  '28P01': 'has a wrong password or user',
  '28000': 'has a user who may not connect',
  '3D000': 'names a database that does not exist',
};

/** Returns why DATABASE_URL cannot work, whatever happens to the database; null if it can, or is not known to be wrong. */
export async function databaseProblem(): Promise<string | null> {
  try {
    await db().execute(sql`select 1`);
    return null;
  } catch (error) {
    const { code = '', message = '' } = databaseErrorOf(error);
    if (code in REFUSALS) return `DATABASE_URL ${REFUSALS[code]} (${message})`;
    // PgBouncer and its like refuse the time limits that direct connections set (db/client.ts).
    if (message.includes('unsupported startup parameter'))
      return `DATABASE_URL is the address of a pooler: set DATABASE_POOLER=transaction, see docs/operators.md#poolers (${message})`;
    if (message.includes('before secure TLS connection'))
      return 'DATABASE_URL asks for TLS, which the server does not offer';
    return null;
  }
}

/** Returns why DATA_DIR cannot take messages; null if it can, or takes none. */
export async function folderProblem({ MESSAGE_TRANSPORT, DATA_DIR }: Env): Promise<string | null> {
  if (MESSAGE_TRANSPORT !== 'outbox') return null;
  try {
    await mkdir(DATA_DIR, { recursive: true });
    await access(DATA_DIR, constants.W_OK);
    return null;
  } catch (error) {
    return `DATA_DIR (${DATA_DIR}) cannot be written: ${(error as NodeJS.ErrnoException).code}`;
  }
}
