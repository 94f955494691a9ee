import 'server-only';
import { sql, type SQL, type SQLWrapper } from 'drizzle-orm';
import { adminExports } from '@/db/schema';
import { MORNING } from '@/lib/admin/attention/rules';

/** The day in India of the newest occurrence of a rhythm: the last day, Monday or first of a month whose morning has come. */
export const occurrenceOf = (every: SQLWrapper): SQL<string> =>
  sql`date_trunc(${every}, now() at time zone 'Asia/Kolkata' - interval '${sql.raw(String(MORNING))} hours')::date`;

/** The day of the next e-mail: of the occurrence that is not queued yet, if there is one. */
export const nextOn: SQL<string> = sql`
  case when ${adminExports.lastOn} < ${occurrenceOf(adminExports.every)} then ${occurrenceOf(adminExports.every)}
       else (${occurrenceOf(adminExports.every)} + ('1 ' || ${adminExports.every})::interval)::date end::text`;
