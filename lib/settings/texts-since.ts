import 'server-only';
import { sql, type SQL } from 'drizzle-orm';
import { settings } from '@/db/schema';

/**
 * When the texts of the software changed last: change it with the texts `terms` and `privacy` of site-pages.json, and with
 * HOLD_SECONDS, which the terms name. What sponsors agreed to is told by these days and those of the settings.
 */
export const TEXTS_SINCE = { terms: '2026-11-28T00:00:00+05:30', privacy: '2026-11-28T00:00:00+05:30' } as const;

const savedAt = (group: keyof typeof TEXTS_SINCE): SQL =>
  sql`(select ${settings.updatedAt} from ${settings} where ${settings.group} = ${sql.raw(`'${group}'`)})`;
const ofSoftware = (group: keyof typeof TEXTS_SINCE): SQL => sql.raw(`'${TEXTS_SINCE[group]}'::timestamptz`);

/** Since when /terms is as it is: the text is that of the software, its periods are settings. */
export const termsSince: SQL = sql`greatest(${savedAt('terms')}, ${ofSoftware('terms')})`;

/** Since when /privacy is as it is. */
export const privacySince: SQL = sql`coalesce(${savedAt('privacy')}, ${ofSoftware('privacy')})`;
