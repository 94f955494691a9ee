import 'server-only';
import { createHmac } from 'node:crypto';
import { eq, ne, sql } from 'drizzle-orm';
import { db } from '@/db/client';
import { settings } from '@/db/schema';
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
  const value = { fingerprint: fingerprint() };
  await db()
    .insert(settings)
    .values({ group: GROUP, value })
    .onConflictDoUpdate({
      target: settings.group,
      set: { value, updatedAt: sql`clock_timestamp()` },
      setWhere: ne(settings.value, value),
    });
}

/**
 * Returns true if the instance that started last has another APP_SECRET: codes and sessions of one are invalid for the
 * other.
 */
export async function hasOtherSecret(): Promise<boolean> {
  const [last] = await db()
    .select({ fingerprint: sql<string>`${settings.value}->>'fingerprint'` })
    .from(settings)
    .where(eq(settings.group, GROUP));
  return last !== undefined && last.fingerprint !== fingerprint();
}

/** Logs `app_secret_differs` if the instance that started last has another APP_SECRET. */
export async function compareSecrets(): Promise<void> {
  if (await hasOtherSecret()) log.error('app_secret_differs');
}
