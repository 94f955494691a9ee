import 'server-only';
import { sql } from '@/db/client';
import { raw } from '@/db/fragments';
import { withQueryDeadline } from '@/lib/core/deadline';

export type Metric = {
  help: string;
  /** The name of the label; none if the statement returns one row. */
  label?: string;
  /** Returns `label` and `value`. */
  rows: string;
};

const AGE = (time: string) => `coalesce(extract(epoch from now() - min(${time})), 0)`;
const LAST_HOUR = "now() - interval '1 hour'";

/**
 * What the database knows, by name without its prefix. Gauges, because they are the same whichever instance is asked,
 * and survive restarts; a number of the last hour takes the place of a counter. Ages are seconds, 0 if nothing waits.
 */
export const METRICS = {
  seats: {
    help: 'Seats of open courses',
    label: 'state',
    rows: `select state, seats from (
             select sum(adopted_seats) as adopted, sum(held_seats) as held, sum(total_seats - adopted_seats - held_seats) as left_over
               from courses where is_open) s, lateral (values ('adopted', adopted), ('held', held), ('left', left_over)) v (state, seats)`,
  },
  adoptions: {
    help: 'Adoptions by state',
    label: 'state',
    rows: `select state, count(*) from billings group by state`,
  },
  adoption_events_last_hour: {
    help: 'Events in the history of adoptions in the last hour, such as hold, pledge, payment, expiry',
    label: 'event',
    rows: `select event, count(*) from billing_events where at > ${LAST_HOUR} group by event`,
  },
  codes_last_hour: {
    help: 'One-time codes of the last hour: sent, and of these used',
    label: 'result',
    rows: `select result, codes from (select count(*) as sent, count(consumed_at) as used from otp_challenges where created_at > ${LAST_HOUR}) c,
             lateral (values ('sent', sent), ('used', used)) v (result, codes)`,
  },
  overdue_hold_seconds: {
    help: 'Age of the oldest hold whose seats should have been released',
    rows: `select null, ${AGE('hold_expires_at')} from billings where state = 'held' and hold_expires_at < now()`,
  },
  payments_last_hour: {
    help: 'Online payments that were begun in the last hour, by state',
    label: 'state',
    rows: `select status, count(*) from payments where created_at > ${LAST_HOUR} group by status`,
  },
  open_payment_seconds: {
    help: 'Age of the oldest online payment without a result that the job still asks about',
    rows: `select null, ${AGE('created_at')} from payments where next_check_at is not null`,
  },
  messages_waiting: {
    help: 'Messages that should have been sent by now',
    rows: `select null, count(*) from outbound_messages where sent_at is null and dead_at is null and next_attempt_at <= now()`,
  },
  oldest_message_seconds: {
    help: 'Age of the oldest message that is neither sent nor given up',
    rows: `select null, ${AGE('created_at')} from outbound_messages where sent_at is null and dead_at is null`,
  },
  messages_failed: {
    help: 'Messages that were given up',
    rows: `select null, count(*) from outbound_messages where dead_at is not null`,
  },
  oldest_refund_seconds: {
    help: 'Age of the oldest online refund that is not processed',
    rows: `select null, ${AGE('due_at')} from payment_refunds where state in ('due', 'pending')`,
  },
} as const satisfies Record<string, Metric>;

type Row = { metric: keyof typeof METRICS; label: string; value: number };

const STATEMENT = Object.entries(METRICS)
  .map(([name, { rows }]) => `select '${name}' as metric, label::text, value::float8 from (${rows}) m (label, value)`)
  .join(' union all ');

/** Reads all metrics in one statement. Throws DeadlineError when the database does not answer in time. */
export async function readMetrics(): Promise<Row[]> {
  return withQueryDeadline(sql()<Row[]>`${raw(STATEMENT)}`);
}
