import 'server-only';
import { sql, type SQL } from 'drizzle-orm';
import { db, type Database } from '@/db/client';
import { isLiveReservation } from '@/db/hold-conditions';
import { billings, courses, outboundMessages, renewalLines, reservationItems, reservations } from '@/db/schema';
import { insertSelect, setColumns } from '@/db/writes';
import { isOffered } from '@/lib/catalogue/statements';
import { REMINDER_DAYS } from '@/lib/platform/reminder-days';
import { reservedPath } from '@/lib/adoption/core/rules';

/** Reservations per statement of the jobs, to stay within the statement timeout. */
const BATCH = sql.raw('200');

const [PATH_BEFORE, PATH_AFTER] = reservedPath('*').split('*') as [string, string];

/**
 * Queues one message for each renewal with unused seats that are offered, to its holder. Its subqueries run once for all
 * renewals: an opening adds thousands to tables that Postgres has no statistics of, and would read all courses for each.
 * @param ids a SELECT with the column `id`
 */
export const renewalMessages = (kind: 'renewal' | 'renewal_reminder', ids: SQL): SQL => sql`
  ${insertSelect(outboundMessages, {
    kind,
    recipient: reservations.email,
    locale: reservations.locale,
    detail: sql`jsonb_build_object(
      'company', ${reservations.company}, 'seats', left_over.seats, 'paise', left_over.paise, 'sessions', left_over.sessions,
      'until', ${reservations.until}, 'reservation', ${reservations.id}, 'path', ${PATH_BEFORE}::text || ${reservations.id} || ${PATH_AFTER}::text,
      'committed', ${reservations.id} in (
         select ${renewalLines.reservationId} from ${renewalLines} join ${billings} on ${billings.id} = ${renewalLines.billingId}
          where ${billings.isCommitted} and ${renewalLines.reservationId} in (${ids})))`,
  })} from ${reservations}
      join (
        select ${reservationItems.reservationId},
               sum(${reservationItems.seats} - ${reservationItems.usedSeats})::int as seats,
               sum((${reservationItems.seats} - ${reservationItems.usedSeats})
                   * least(${courses.pricePaise}, ${reservationItems.pricePaise}))::bigint as paise,
               jsonb_agg(distinct ${courses.session}) as sessions
          from ${reservationItems} join ${courses} on ${courses.id} = ${reservationItems.courseId}
         where ${reservationItems.reservationId} in (${ids}) and ${isOffered}
         group by ${reservationItems.reservationId}) left_over
        on left_over.reservation_id = ${reservations.id} and left_over.seats > 0`;

/**
 * Reminds the holders of renewals that have seats left and end within one of REMINDER_DAYS.renewal: of each number of days
 * once, of the smallest that applies.
 * @returns the number of renewals, at most BATCH: run it again until it is 0
 */
export async function queueRenewalReminders(database: Database = db()): Promise<number> {
  const within = sql`(select min(number) from unnest(${sql.param([...REMINDER_DAYS.renewal])}::int[]) as number
                       where ${reservations.until} <= now() + number * interval '1 day')`;
  const [row] = await database.execute<{ count: number }>(sql`
    with due as materialized (
      select ${reservations.id}, ${within} as days from ${reservations}
       where ${reservations.kind} = 'renewal' and ${isLiveReservation(reservations)}
         and ${within} < coalesce(${reservations.remindedDays}, ${Math.max(...REMINDER_DAYS.renewal) + 1}::int)
       order by ${reservations.id} limit ${BATCH} for no key update of ${reservations} skip locked),
    marked as (
      update ${reservations} ${setColumns(reservations, { remindedDays: sql`due.days` })}
        from due where ${reservations.id} = due.id and ${isLiveReservation(reservations)}),
    messages as (${renewalMessages('renewal_reminder', sql`select id from due`)})
    select count(*)::int as count from due`);
  return row!.count;
}
