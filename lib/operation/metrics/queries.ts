import 'server-only';
import { sql, type SQL } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';
import { db } from '@/db/client';
import {
  billingEvents,
  billings,
  courses,
  jobRuns,
  otpChallenges,
  outboundMessages,
  paymentRefunds,
  payments,
} from '@/db/schema';
import { freeSeats, isOffered } from '@/lib/catalogue/statements';
import { withQueryDeadline } from '@/lib/platform/deadline';

export type Metric = {
  help: string;
  /** The name of the label; none if the statement returns one row. */
  label?: string;
  /** Selects the label, or null, and the value. */
  rows: SQL;
};

const age = (time: AnyPgColumn) => sql`coalesce(extract(epoch from now() - min(${time})), 0)`;
const inLastHour = (time: AnyPgColumn) => sql`${time} > now() - interval '1 hour'`;
const isUnfinished = sql`${outboundMessages.sentAt} is null and ${outboundMessages.deadAt} is null`;

/**
 * What the database knows, by name without its prefix. Gauges, because they are the same whichever instance is asked,
 * and survive restarts; a number of the last hour takes the place of a counter. Ages are seconds, 0 if nothing waits.
 */
export const METRICS = {
  seats: {
    help: 'Seats of the courses that are offered',
    label: 'state',
    rows: sql`select state, seats
                from (select sum(${courses.adoptedSeats}) as adopted, sum(${courses.heldSeats}) as held,
                             sum(${freeSeats}) as left_over
                        from ${courses} where ${isOffered}) sums,
                     lateral (values ('adopted', adopted), ('held', held), ('left', left_over)) by_state (state, seats)`,
  },
  adoptions: {
    help: 'Adoptions by state',
    label: 'state',
    rows: sql`select ${billings.state}, count(*) from ${billings} group by ${billings.state}`,
  },
  adoption_events_last_hour: {
    help: 'Events in the history of adoptions in the last hour, such as hold, pledge, payment, expiry',
    label: 'event',
    rows: sql`select ${billingEvents.event}, count(*) from ${billingEvents}
               where ${inLastHour(billingEvents.at)} group by ${billingEvents.event}`,
  },
  codes_last_hour: {
    help: 'One-time codes of the last hour: sent, of these used, and refused by the provider',
    label: 'result',
    rows: sql`select result, codes
                from (select count(*) filter (where ${otpChallenges.failure} is null) as sent, count(${otpChallenges.consumedAt}) as used,
                             count(${otpChallenges.failure}) as refused
                        from ${otpChallenges} where ${inLastHour(otpChallenges.createdAt)}) counts,
                     lateral (values ('sent', sent), ('used', used), ('refused', refused)) by_result (result, codes)`,
  },
  overdue_hold_seconds: {
    help: 'Age of the oldest hold whose seats should have been released',
    rows: sql`select null, ${age(billings.holdExpiresAt)} from ${billings}
               where ${billings.state} = 'held' and ${billings.holdExpiresAt} < now()`,
  },
  payments_last_hour: {
    help: 'Online payments that were begun in the last hour, by state',
    label: 'state',
    rows: sql`select ${payments.status}, count(*) from ${payments}
               where ${inLastHour(payments.createdAt)} group by ${payments.status}`,
  },
  open_payment_seconds: {
    help: 'Age of the oldest online payment without a result that the job still asks about',
    rows: sql`select null, ${age(payments.createdAt)} from ${payments} where ${payments.nextCheckAt} is not null`,
  },
  job_success_seconds: {
    help: 'Time since the last success of a job; those of once an hour or a day have no success in between',
    label: 'job',
    rows: sql`select ${jobRuns.job}, extract(epoch from now() - ${jobRuns.succeededAt}) from ${jobRuns} where ${jobRuns.succeededAt} is not null`,
  },
  job_failing_seconds: {
    help: 'Time since the first failure of a job after its last success, 0 if it succeeded last',
    label: 'job',
    rows: sql`select ${jobRuns.job}, coalesce(extract(epoch from now() - ${jobRuns.failingSince}), 0) from ${jobRuns}`,
  },
  messages_waiting: {
    help: 'Messages that should have been sent by now',
    rows: sql`select null, count(*) from ${outboundMessages}
               where ${isUnfinished} and ${outboundMessages.nextAttemptAt} <= now()`,
  },
  oldest_message_seconds: {
    help: 'Age of the oldest message that is neither sent nor given up',
    rows: sql`select null, ${age(outboundMessages.createdAt)} from ${outboundMessages} where ${isUnfinished}`,
  },
  messages_failed: {
    help: 'Messages that were given up',
    rows: sql`select null, count(*) from ${outboundMessages} where ${outboundMessages.deadAt} is not null`,
  },
  oldest_refund_seconds: {
    help: 'Age of the oldest online refund that is not processed',
    rows: sql`select null, ${age(paymentRefunds.dueAt)} from ${paymentRefunds}
               where ${paymentRefunds.state} in ('due', 'pending')`,
  },
} as const satisfies Record<string, Metric>;

type Row = { metric: keyof typeof METRICS; label: string; value: number };

const EVERY_METRIC = sql.join(
  Object.entries<Metric>(METRICS).map(
    ([name, { rows }]) =>
      sql`select ${name}::text as metric, label::text, value from (${rows}) ${sql.identifier(name)} (label, value)`,
  ),
  sql` union all `,
);

/** Reads all metrics in one statement. Throws DeadlineError when the database does not answer in time. */
export async function readMetrics(): Promise<readonly Row[]> {
  return withQueryDeadline(db().execute<Row>(EVERY_METRIC));
}
