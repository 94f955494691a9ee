import 'server-only';
import { sql, type SQL } from 'drizzle-orm';
import { isEndedHold } from '@/db/hold-conditions';
import { billingEvents, billingItems, billings } from '@/db/schema';
import { insertSelect, setColumns } from '@/db/writes';
import { returnedSeats } from '@/lib/adoption/core/reservation-statements';
import { requireTransition } from '@/lib/adoption/core/rules';

/** The end of a hold whose time is over. */
export const EXPIRE = requireTransition('held', 'hold_ended', 'release');

/**
 * Ends expired holds, either all or those on some courses, and releases their seats. A concurrent run waits and then
 * finds nothing. Returns one row with the number of holds that `ended`.
 */
export function releaseStatement(courseIds: readonly string[] | null): SQL {
  const isOnCourses =
    courseIds === null
      ? sql``
      : sql`and exists (select from ${billingItems} where ${billingItems.billingId} = ${billings.id}
                           and ${billingItems.courseId} = any(${sql.param([...courseIds])}::uuid[]))`;
  return sql`
    with freed as (
      select ${billings.id} from ${billings} where ${isEndedHold(billings)} ${isOnCourses}
       order by ${billings.id} for no key update of ${billings}),${returnedSeats('heldSeats')},
    ended as (
      update ${billings} ${setColumns(billings, { state: EXPIRE.to })}
        from freed where ${billings.id} = freed.id returning ${billings.id}),
    ended_events as (
      ${insertSelect(billingEvents, { billingId: sql`id`, event: EXPIRE.event, fromState: EXPIRE.from, toState: EXPIRE.to, actor: 'system' })} from ended)
    select count(*)::int as ended from ended`;
}
