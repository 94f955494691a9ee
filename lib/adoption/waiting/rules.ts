/** Offers that a request may leave unused; the last of them ends it. */
export const MAX_MISSED_OFFERS = 2;

/** The path of the page that shows the requests of an address, by the id of one of them. */
export const waitingPath = (requestId: string): string => `/waiting/${requestId}`;

/** A request that waits; `courseId` is null if any course of the branch in the city will do. */
export type Waiter = { id: string; courseId: string | null; seats: number; minSeats: number };

/** Seats that are offered to a request, by course. */
export type Offer = { id: string; lines: { courseId: string; seats: number }[] };

/**
 * Offers the free seats of one branch in one city to those who wait, the first request first: as many as it wants, if
 * there are at least as many as its minimum. One whose minimum does not fit is passed over and keeps its place. A
 * request of the branch gets seats of the course with the most free ones first, so that they are at few institutes.
 * @param free free seats by course id
 * @param waiters in the order of their rank
 */
export function offerSeats(free: ReadonlyMap<string, number>, waiters: readonly Waiter[]): Offer[] {
  const left = new Map(free);
  return waiters.flatMap(({ id, courseId, seats, minSeats }): Offer[] => {
    const courses = [...left]
      .filter(([course, count]) => count > 0 && (courseId === null || course === courseId))
      .toSorted(([a, most], [b, other]) => other - most || (a < b ? -1 : 1));
    const sum = courses.reduce((all, [, count]) => all + count, 0);
    if (sum < minSeats) return [];
    let wanted = Math.min(seats, sum);
    const lines = courses.flatMap(([course, count]) => {
      const taken = Math.min(count, wanted);
      wanted -= taken;
      left.set(course, count - taken);
      return taken > 0 ? [{ courseId: course, seats: taken }] : [];
    });
    return [{ id, lines }];
  });
}
