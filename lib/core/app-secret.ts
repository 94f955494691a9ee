import 'server-only';
import { createHmac } from 'node:crypto';
import { sql } from '@/db/client';
import { env } from './env';
import { log } from './log';

/** The row of `settings` with the fingerprint of the instance that started last. */
const GROUP = 'app_secret';

/** Returns what identifies APP_SECRET without telling it. */
function fingerprint(): string {
  return createHmac('sha256', env().APP_SECRET).update('fingerprint of APP_SECRET').digest('hex').slice(0, 32);
}

/** Stores the fingerprint of this instance's APP_SECRET for the others, and logs if it was another one before. */
export async function announceSecret(): Promise<void> {
  if (await hasOtherSecret()) log.warn('app_secret_changed');
  await sql()`
    insert into settings as s ("group", value) values (${GROUP}, jsonb_build_object('fingerprint', ${fingerprint()}::text))
        on conflict ("group") do update set value = excluded.value, updated_at = clock_timestamp()
     where s.value <> excluded.value`;
}

/**
 * Returns true if the instance that started last has another APP_SECRET: codes and sessions of one are invalid for the
 * other.
 */
export async function hasOtherSecret(): Promise<boolean> {
  const [last] = await sql()<{ fingerprint: string }[]>`
    select value->>'fingerprint' as fingerprint from settings where "group" = ${GROUP}`;
  return last !== undefined && last.fingerprint !== fingerprint();
}

/** Logs `app_secret_differs` if the instance that started last has another APP_SECRET. */
export async function compareSecrets(): Promise<void> {
  if (await hasOtherSecret()) log.error('app_secret_differs');
}
