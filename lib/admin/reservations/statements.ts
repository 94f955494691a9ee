import 'server-only';
import { eq, sql } from 'drizzle-orm';
import type { Database } from '@/db/client';
import { retryOnConflict } from '@/db/conflict';
import { courses, institutes } from '@/db/schema';
import { releaseExpiredHolds } from '@/lib/adoption/take/mutations';
import { bookableSeats, overdueSeats } from '@/lib/catalogue/statements';
import { courseTitle } from './rules';
import type { Shortage } from './schema';

/* Steps of the transactions that keep seats: lock the offers, compare their free seats, and try again. */

type Line = { id: string; seats: number };

/** A locked offer; `free` seats by its newest row. */
type LockedOffer = {
  courseType: string;
  branch: string;
  city: string;
  institute: string | null;
  pricePaise: number;
  free: number;
};

/** Locks offers in the order of their ids. @returns those that exist, by id */
export async function lockOffers(ids: readonly string[], tx: Database): Promise<Map<string, LockedOffer>> {
  const found = await tx
    .select({
      id: courses.id,
      courseType: courses.courseType,
      branch: courses.branch,
      city: courses.city,
      institute: institutes.name,
      pricePaise: courses.pricePaise,
      free: bookableSeats(),
    })
    .from(courses)
    .leftJoin(institutes, eq(institutes.id, courses.instituteId))
    .where(sql`${courses.id} = any(${sql.param([...ids])}::uuid[])`)
    .orderBy(courses.id)
    .for('no key update', { of: courses });
  return new Map(found.map(({ id, ...offer }) => [id, offer]));
}

/** Returns the lines that need more seats than are free. @param own seats by course that the company has already */
export const shortagesOf = (
  lines: readonly Line[],
  offers: ReadonlyMap<string, LockedOffer>,
  own: ReadonlyMap<string, number> = new Map(),
): Shortage[] =>
  lines.flatMap(({ id, seats }) => {
    const offer = offers.get(id)!;
    const available = offer.free + (own.get(id) ?? 0);
    return available < seats ? [{ course_id: id, course: courseTitle(offer), seats, available }] : [];
  });

/** Whether ended holds or reservations still have seats of the courses: releasing them may help. */
export async function areSeatsOverdue(shortages: readonly Shortage[], tx: Database): Promise<boolean> {
  const missing = shortages.map(({ course_id }) => course_id);
  const overdue = await tx
    .select({ seats: overdueSeats.seats })
    .from(overdueSeats)
    .where(sql`${overdueSeats.courseId} = any(${sql.param(missing)}::uuid[]) and ${overdueSeats.seats} > 0`);
  return overdue.length > 0;
}

const ATTEMPTS = 5;

/**
 * Ends a transaction without effect: ended holds or reservations have the missing seats, or a concurrent request was first.
 * @param shortages the courses; without them all that have ended are released
 */
export class TryAgain extends Error {
  constructor(readonly shortages?: readonly Shortage[]) {
    super();
  }
}

/** Ends a transaction without effect. */
export class Undone<Result> extends Error {
  constructor(readonly result: Result) {
    super();
  }
}

/**
 * Runs a transaction until neither ended holds nor concurrent requests stand in its way.
 * @param work throws TryAgain, unless `isLast` is true, or Undone, whose result is returned
 */
export async function keepingSeats<Result extends object>(
  work: (tx: Database, isLast: boolean) => Promise<Result>,
  database: Database,
): Promise<Result> {
  const done = await retryOnConflict(ATTEMPTS, async (attempt) => {
    try {
      return await database.transaction((tx) => work(tx, attempt === ATTEMPTS));
    } catch (error) {
      if (error instanceof Undone) return error.result as Result;
      if (!(error instanceof TryAgain)) throw error;
      await releaseExpiredHolds(
        error.shortages?.map(({ course_id }) => course_id),
        database,
      );
      return undefined;
    }
  });
  if (!done) throw new Error('Could not keep the seats');
  return done;
}
