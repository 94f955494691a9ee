import type { Sql } from 'postgres';
import { sql } from '@/db/client';
import { makeAdmin } from '@/testing/db/admin';
import { makeSponsorAccount } from '@/testing/db/identity';

/** What a run knows beside its examples, and what its requests have created. */
export type FuzzSetup = {
  sql: Sql;
  /** Bearer tokens of sponsors and administrators who are strangers to every example. */
  strangers: Record<'sponsor' | 'administrator', string[]>;
  /** Bearer tokens of ended sessions. */
  expired: Record<'sponsor' | 'administrator', string[]>;
  /** Ids of the administrators that described endpoints made. */
  administrators: Set<string>;
  /** E-mail addresses of described registrations, and guests that described requests named. */
  registered: Set<string>;
  guests: Set<string>;
};

const EACH = 4;

/** Creates strangers and ended sessions in the database of the environment. */
export async function makeSetup(): Promise<FuzzSetup> {
  const make = async <T>(one: () => Promise<T>) => Promise.all(Array.from({ length: EACH }, one));
  const tokens = async () => ({
    sponsor: (await make(() => makeSponsorAccount())).map(({ token }) => token),
    administrator: (await make(() => makeAdmin())).map(({ token }) => token),
  });
  const expired = await tokens();
  await sql()`update sessions set expires_at = now()`;
  await sql()`update admin_sessions set expires_at = now()`;
  return {
    sql: sql(),
    expired,
    strangers: await tokens(),
    administrators: new Set((await sql()<{ id: string }[]>`select id from admins`).map(({ id }) => id)),
    registered: new Set(),
    guests: new Set(),
  };
}
