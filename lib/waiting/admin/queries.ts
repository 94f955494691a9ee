import 'server-only';
import { and, count, desc, eq, isNotNull, isNull, sql } from 'drizzle-orm';
import { db } from '@/db/client';
import { hasPart } from '@/db/conditions';
import { courses, institutes, waitingRequests } from '@/db/schema';
import type { AdminScope } from '@/lib/accounts/administrators/session';
import { courseColumns } from '@/lib/catalogue/statements';
import { withQueryDeadline } from '@/lib/platform/deadline';
import type { Page } from '@/lib/platform/list';
import type { Demand, WaitingFilter, WaitingRecord } from './schema';

const { endedAt, offerId } = waitingRequests;
const STATE = sql<
  WaitingRecord['state']
>`case when ${endedAt} is not null then 'ended' when ${offerId} is null then 'waiting' else 'offered' end`;

/** Rows of the table of demand. */
const MAX_DEMAND = 20;

const whichOf = ({ q, type, session, state }: WaitingFilter) => {
  const text = sql`concat_ws(' ', ${waitingRequests.branch}, ${waitingRequests.city}, ${waitingRequests.email})`;
  return and(
    q === undefined ? undefined : hasPart(text, q),
    type === undefined ? undefined : eq(waitingRequests.courseType, type),
    session === undefined ? undefined : eq(waitingRequests.session, session),
    state === 'waiting' ? and(isNull(endedAt), isNull(offerId)) : undefined,
    state === 'offered' ? isNotNull(offerId) : undefined,
    state === 'ended' ? isNotNull(endedAt) : undefined,
  );
};

/** Shown as they are stored. */
const requestColumns = {
  id: waitingRequests.id,
  email: waitingRequests.email,
  courseType: waitingRequests.courseType,
  branch: waitingRequests.branch,
  city: waitingRequests.city,
  radiusKm: waitingRequests.radiusKm,
  session: waitingRequests.session,
  studyYear: waitingRequests.studyYear,
  seats: waitingRequests.seats,
  minSeats: waitingRequests.minSeats,
  createdAt: waitingRequests.createdAt,
  missedOffers: waitingRequests.missedOffers,
};

/**
 * Returns a page of the requests: the open ones in the order of their rank, then those that have ended.
 * @throws DeadlineError when the database does not answer in time
 */
export function readWaiting(_scope: AdminScope, filter: WaitingFilter, { page, size }: Page): Promise<WaitingRecord[]> {
  return withQueryDeadline(
    db()
      .select({
        ...requestColumns,
        state: STATE,
        institute: courseColumns.institute_name,
      })
      .from(waitingRequests)
      .leftJoin(courses, eq(courses.id, waitingRequests.courseId))
      .leftJoin(institutes, eq(institutes.id, courses.instituteId))
      .where(whichOf(filter))
      .orderBy(sql`${endedAt} is not null`, waitingRequests.rankedAt, waitingRequests.id)
      .limit(size)
      .offset((page - 1) * size),
  );
}

/** Returns the number of requests that match. */
export async function countWaiting(_scope: AdminScope, filter: WaitingFilter): Promise<number> {
  const [found] = await withQueryDeadline(db().select({ total: count() }).from(waitingRequests).where(whichOf(filter)));
  return found!.total;
}

/** Yields all requests that match, in batches. */
export async function* waitingBatches(
  scope: AdminScope,
  filter: WaitingFilter,
  size: number,
): AsyncGenerator<WaitingRecord[], void> {
  for (let page = 1; ; page++) {
    const rows = await readWaiting(scope, filter, { page, size });
    if (rows.length > 0) yield rows;
    if (rows.length < size) return;
  }
}

/** Returns the demand of the open requests that match, the most seats first. */
export function readDemand(_scope: AdminScope, filter: WaitingFilter): Promise<Demand[]> {
  const { courseType, city } = waitingRequests;
  const seats = sql<number>`sum(${waitingRequests.seats})::int`;
  return withQueryDeadline(
    db()
      .select({ courseType, city: sql<string>`min(${city})`, requests: count(), seats })
      .from(waitingRequests)
      .where(and(whichOf(filter), isNull(endedAt)))
      .groupBy(courseType, sql`lower(${city})`)
      .orderBy(desc(seats), courseType, sql`lower(${city})`)
      .limit(MAX_DEMAND),
  );
}
