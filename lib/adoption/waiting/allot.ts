import 'server-only';
import { and, asc, eq, isNotNull, isNull, sql, type SQL } from 'drizzle-orm';
import { db, type Database } from '@/db/client';
import {
  academicSessions,
  courses,
  outboundMessages,
  reservationItems,
  reservations,
  waitingRequests,
} from '@/db/schema';
import { transaction } from '@/db/transaction';
import type { Columns } from '@/db/conditions';
import { bookableSeats, freeSeats, isOffered } from '@/lib/catalogue/statements';
import { readSettings } from '@/lib/settings/queries';
import { keepSeats } from '../reservation-statements';
import { reservedPath } from '../rules';
import { MAX_MISSED_OFFERS, offerSeats, waitingPath, type Offer } from './rules';
import type { WaitingEnding } from './schema';

/** Which courses share a waiting list: those of a branch in a city, in a session and for a year of study. */
type List = Pick<typeof waitingRequests.$inferSelect, 'courseType' | 'branch' | 'city' | 'session' | 'studyYear'>;

type ListColumns = Columns<keyof List>;

/** Condition: a course or a request belongs to a list. @param list a row, or the table of the requests */
const belongsTo = (one: ListColumns, list: { [Name in keyof List]: unknown }): SQL =>
  sql`(lower(${one.city}) = lower(${list.city}) and ${one.courseType} = ${list.courseType}
       and lower(${one.branch}) = lower(${list.branch}) and ${one.session} = ${list.session}
       and ${one.studyYear} = ${list.studyYear})`;

/** Condition: the course fits requests of the list. @param list the table of the requests, or a row */
export const isOfList = (list: { [Name in keyof List]: unknown }): SQL => belongsTo(courses, list);

const isOpen = isNull(waitingRequests.endedAt);

/** Requests that wait and have no offer at the moment. */
const isWaiting = and(isOpen, isNull(waitingRequests.offerId));

/**
 * Offers free seats to those who wait for them, as reservations with an e-mail each, and ends requests whose time is
 * over. Seats of ended holds and reservations are released before (releaseExpiredHolds). Safe to run any number of times
 * at once: the courses of a list are locked before its requests are read.
 * @returns the number of offers
 */
export async function allotSeats(database: Database = db()): Promise<number> {
  await settleOffers(database);
  await endRequests(database);
  const { waitingHours } = await readSettings('terms');
  let offers = 0;
  for (const list of await listsThatFit(database))
    offers += await transaction((tx) => allotList(list, waitingHours, tx), database);
  return offers;
}

/**
 * What becomes of requests whose offer has ended: one that was used, in part or in full, is done. One that was not used
 * moves the request to the end of the list; the second ends it.
 */
async function settleOffers(database: Database): Promise<void> {
  await transaction(async (tx) => {
    const used = sql<number>`(select coalesce(sum(${reservationItems.usedSeats}), 0)::int from ${reservationItems}
                               where ${reservationItems.reservationId} = ${waitingRequests.offerId})`;
    const over = await tx
      .select({ request: waitingRequests, used })
      .from(waitingRequests)
      .innerJoin(reservations, eq(reservations.id, waitingRequests.offerId))
      .where(and(isOpen, isNotNull(reservations.endedAt)))
      .orderBy(waitingRequests.id)
      .for('no key update', { of: waitingRequests, skipLocked: true });
    for (const { request, used: seats } of over) {
      const missed = request.missedOffers + 1;
      if (seats > 0) await endRequest(tx, request, 'adopted');
      else if (missed >= MAX_MISSED_OFFERS) await endRequest(tx, request, 'missed');
      else
        await tx
          .update(waitingRequests)
          .set({ offerId: null, missedOffers: missed, rankedAt: sql`now()` })
          .where(eq(waitingRequests.id, request.id));
    }
  }, database);
}

/** Ends requests without an offer whose session closed, or that are too old. */
async function endRequests(database: Database): Promise<void> {
  const { waitingDays } = await readSettings('terms');
  const isClosed = sql<boolean>`exists (select from ${academicSessions} where ${academicSessions.name} = ${waitingRequests.session}
                                          and ${academicSessions.state} = 'closed')`;
  const isOld = sql`${waitingRequests.createdAt} < now() - ${waitingDays}::int * interval '1 day'`;
  await transaction(async (tx) => {
    const over = await tx
      .select({ request: waitingRequests, isClosed })
      .from(waitingRequests)
      .where(and(isWaiting, sql`(${isClosed} or ${isOld})`))
      .orderBy(waitingRequests.id)
      .for('no key update', { of: waitingRequests, skipLocked: true });
    for (const { request, isClosed: closed } of over) await endRequest(tx, request, closed ? 'session' : 'time');
  }, database);
}

type Request = typeof waitingRequests.$inferSelect;

/** Endings that the person did not bring about, and is told. */
const ANNOUNCED_ENDINGS: readonly WaitingEnding[] = ['missed', 'session', 'time'];

/** Ends a locked request. */
export async function endRequest(tx: Database, request: Request, ending: WaitingEnding): Promise<void> {
  await tx
    .update(waitingRequests)
    .set({ offerId: null, endedAt: sql`now()`, ending })
    .where(eq(waitingRequests.id, request.id));
  if (!ANNOUNCED_ENDINGS.includes(ending)) return;
  const { id, email, locale, courseType, branch, city } = request;
  const detail = { ending, type: courseType, branch, city, path: waitingPath(id) };
  await tx.insert(outboundMessages).values({ kind: 'waiting_ended', recipient: email, locale, detail });
}

/** The lists with a request that the free seats fit, before anything is locked. */
async function listsThatFit(database: Database): Promise<List[]> {
  const { courseType, branch, city, session, studyYear, courseId, minSeats, id } = waitingRequests;
  const fitting = await database
    .select({ id, courseType, branch, city, session, studyYear })
    .from(waitingRequests)
    .innerJoin(courses, and(isOfList(waitingRequests), isOffered))
    .where(and(isWaiting, sql`(${courseId} is null or ${courseId} = ${courses.id})`))
    .groupBy(id)
    .having(sql`sum(${freeSeats}) >= ${minSeats}`)
    .orderBy(asc(id));
  const keyOf = (list: List) =>
    JSON.stringify([list.city.toLowerCase(), list.courseType, list.branch.toLowerCase(), list.session, list.studyYear]);
  return [...new Map(fitting.map((list) => [keyOf(list), list])).values()];
}

/** Offers the free seats of a list in the order of its requests. @returns the number of offers */
async function allotList(list: List, hours: number, tx: Database): Promise<number> {
  const found = await tx
    .select({ id: courses.id, pricePaise: courses.pricePaise, free: bookableSeats() })
    .from(courses)
    .where(isOfList(list))
    .orderBy(courses.id)
    .for('no key update');
  // Read after the locks: another run may have made offers meanwhile.
  const waiters = await tx
    .select()
    .from(waitingRequests)
    .where(and(isWaiting, belongsTo(waitingRequests, list)))
    .orderBy(waitingRequests.rankedAt, waitingRequests.id)
    .for('no key update');
  const offers = offerSeats(new Map(found.map(({ id, free }) => [id, free])), waiters);
  const byCourse = new Map(found.map((course) => [course.id, course]));
  const byId = new Map(waiters.map((waiter) => [waiter.id, waiter]));
  for (const offer of offers) await reserveOffer(tx, byId.get(offer.id)!, offer, byCourse, hours);
  return offers.length;
}

/** Reserves the seats of an offer, whose courses are locked, and tells the person. */
async function reserveOffer(
  tx: Database,
  { id, holder, email, locale, courseType, branch, city }: Request,
  { lines }: Offer,
  courses: ReadonlyMap<string, { pricePaise: number }>,
  hours: number,
): Promise<void> {
  const until = sql`now() + ${hours}::int * interval '1 hour'`;
  const values = { kind: 'waiting', holder, company: '', email, locale, reason: '', until } as const;
  const kept = lines.map(({ courseId, seats }) => ({ id: courseId, seats }));
  const reservation = await keepSeats(values, kept, courses, tx);
  await tx.update(waitingRequests).set({ offerId: reservation.id }).where(eq(waitingRequests.id, id));
  const seats = lines.reduce((sum, line) => sum + line.seats, 0);
  const detail = {
    ...{ seats, type: courseType, branch, city },
    until: reservation.until.toISOString(),
    path: reservedPath(reservation.id),
    withdraw: waitingPath(id),
  };
  await tx.insert(outboundMessages).values({ kind: 'seats_free', recipient: email, locale, detail });
}
