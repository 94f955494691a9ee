import 'server-only';
import type { Sql } from 'postgres';
import { sql } from '@/db/client';
import { env } from '@/lib/core/env';
import { readSettings } from './queries';

/**
 * Returns whom sponsors can ask, as one line: the setting of the administrators, otherwise SUPPORT_CONTACT of the operator;
 * null if there is neither. A text that would name the contact is then left out.
 */
export async function siteContact(connection: Sql = sql()): Promise<string | null> {
  const { name, email, phone } = await readSettings('contact', connection);
  return [name, email, phone].filter(Boolean).join(', ') || (env().SUPPORT_CONTACT ?? null);
}
