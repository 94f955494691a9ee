import 'server-only';
import { sql, type SQL } from 'drizzle-orm';
import type { Columns } from '@/db/conditions';
import { consents } from '@/db/schema';
import type { Consent } from './consent-rules';

const day = (moment: SQL) => sql`to_char(${moment} at time zone 'Asia/Kolkata', 'YYYY-MM-DD')`;

/** What the sponsor of an adoption agreed to, as JSON; null if that was not recorded. */
export const consentOf = (billing: Columns<'id'>): SQL<Consent | null> => sql`(
  select json_build_object('terms', ${day(sql`${consents.termsSince}`)}, 'privacy', ${day(sql`${consents.privacySince}`)},
                           'language', ${consents.locale}, 'channel', ${consents.channel},
                           'at', to_char(${consents.at} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'))
    from ${consents} where ${consents.billingId} = ${billing.id})`;
