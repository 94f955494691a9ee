/** Offers that a request may leave unused; the last of them ends it. */
export const MAX_MISSED_OFFERS = 2;

/** The path of the page that shows the requests of an address, by the id of one of them. */
export const waitingPath = (requestId: string): string => `/waiting/${requestId}`;

/** A request that waits. `courses`: ids of those that will do; `company`: whose offers count together. */
export type Waiter = { id: string; company: string; courses: readonly string[]; seats: number; minSeats: number };

/** Seats that are offered to a request, by course. */
export type Offer = { id: string; lines: { courseId: string; seats: number }[] };

/**
 * Offers the free seats of one branch to those who wait, the first request first: as many as it wants, if there are at
 * least as many as its minimum. One whose minimum does not fit, or whose company has its most offers, is passed over and
 * keeps its place. A request that several courses fit gets seats of the one with the most free ones first, so that they
 * are at few institutes.
 * @param free free seats by course id
 * @param waiters in the order of their rank
 * @param most offers by company that can still be made
 */
export function offerSeats(
  free: ReadonlyMap<string, number>,
  waiters: readonly Waiter[],
  most: ReadonlyMap<string, number>,
): Offer[] {
  const [left, room] = [new Map(free), new Map(most)];
  return waiters.flatMap(({ id, company, courses: wished, seats, minSeats }): Offer[] => {
    const courses = wished.map((course) => ({ course, count: left.get(course) ?? 0 })).filter(({ count }) => count > 0);
    const sum = courses.reduce((all, { count }) => all + count, 0);
    if (sum < minSeats || (room.get(company) ?? 0) < 1) return [];
    room.set(company, room.get(company)! - 1);
    courses.sort((a, b) => b.count - a.count || (a.course < b.course ? -1 : 1));
    let wanted = Math.min(seats, sum);
    const lines = courses.flatMap(({ course, count }) => {
      const taken = Math.min(count, wanted);
      wanted -= taken;
      left.set(course, count - taken);
      return taken > 0 ? [{ courseId: course, seats: taken }] : [];
    });
    return [{ id, lines }];
  });
}
