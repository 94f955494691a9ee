import 'server-only';
import { and, asc, eq, isNotNull, isNull, sql, type SQL } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
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
import { qualified } from '@/db/conditions';
import { isLiveReservation } from '@/db/holds';
import { loadPlaces } from '@/lib/catalogue/places/queries';
import { nearPlace } from '@/lib/catalogue/places/rules';
import { bookableSeats, freeSeats, isOffered } from '@/lib/catalogue/statements';
import { MAX_WAITING_OFFERS } from '@/lib/platform/limits';
import { readSettings } from '@/lib/settings/queries';
import { keepSeats } from '../reservation-statements';
import { reservedPath } from '../rules';
import { MAX_MISSED_OFFERS, offerSeats, waitingPath, type Offer } from './rules';
import type { WaitingEnding } from './schema';

/** Which courses share a waiting list: those of a branch in all cities, in a session and for a year of study. */
type List = Pick<typeof waitingRequests.$inferSelect, 'courseType' | 'branch' | 'session' | 'studyYear'>;

/** Condition: the course is of the list. @param list the table of the requests, or a row */
export const isOfList = (list: { [Name in keyof List]: unknown }): SQL =>
  sql`(${courses.courseType} = ${list.courseType} and lower(${courses.branch}) = lower(${list.branch})
       and ${courses.session} = ${list.session} and ${courses.studyYear} = ${list.studyYear})`;

/** Cities with free seats near a place that somebody waits for. */
type Nearby = { place: string; km: number; city: string };

/** Condition: the course will do for the request. */
const fits = (nearby: readonly Nearby[]): SQL => {
  const values = (name: keyof Nearby) => sql.param(nearby.map((one) => one[name]));
  const near = sql`select * from unnest(${values('place')}::text[], ${values('km')}::int[], ${values('city')}::text[])`;
  return sql`(${isOfList(waitingRequests)} and case
    when ${waitingRequests.courseId} is not null then ${courses.id} = ${waitingRequests.courseId}
    when ${waitingRequests.radiusKm} is null then lower(${courses.city}) = lower(${waitingRequests.city})
    else (${waitingRequests.city}, ${waitingRequests.radiusKm}, ${courses.city}) in (${near}) end)`;
};

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
  const nearby = await citiesNearby(database);
  let offers = 0;
  for (const courseIds of await listsThatFit(nearby, database))
    offers += await transaction((tx) => allotList(courseIds, nearby, waitingHours, tx), database);
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
const ANNOUNCED_ENDINGS: readonly WaitingEnding[] = ['missed', 'session', 'time', 'admin'];

/** What a message says was waited for. */
const wantedOf = ({ courseType: type, branch, city, radiusKm }: Request) => ({
  ...{ type, branch, city },
  ...(radiusKm !== null && { km: radiusKm }),
});

/** Ends a locked request. */
export async function endRequest(tx: Database, request: Request, ending: WaitingEnding): Promise<void> {
  await tx
    .update(waitingRequests)
    .set({ offerId: null, endedAt: sql`now()`, ending })
    .where(eq(waitingRequests.id, request.id));
  if (!ANNOUNCED_ENDINGS.includes(ending)) return;
  const { id, email, locale } = request;
  const detail = { ending, ...wantedOf(request), path: waitingPath(id) };
  await tx.insert(outboundMessages).values({ kind: 'waiting_ended', recipient: email, locale, detail });
}

/** Returns the cities with free seats near the places that people wait for. */
async function citiesNearby(database: Database): Promise<Nearby[]> {
  const found = await database
    .selectDistinct({
      place: waitingRequests.city,
      km: sql<number>`${waitingRequests.radiusKm}`,
      city: courses.city,
    })
    .from(waitingRequests)
    .innerJoin(courses, and(isOfList(waitingRequests), isOffered, sql`${freeSeats} > 0`))
    .where(and(isWaiting, isNotNull(waitingRequests.radiusKm)));
  if (found.length === 0) return [];
  const places = await loadPlaces();
  return found.filter(({ place, km, city }) => nearPlace(place, km, places)(city));
}

/** How many more offers can be made to the company of a request. Those whose seats are all adopted do not count. */
function roomOf(): SQL<number> {
  const offered = alias(waitingRequests, 'offered');
  return qualified(sql<number>`(${MAX_WAITING_OFFERS}::int - (
    select count(*)::int from ${waitingRequests} ${offered} join ${reservations} on ${reservations.id} = ${offered.offerId}
     where ${offered.company} = ${waitingRequests.company} and ${isLiveReservation(reservations)}
       and exists (select from ${reservationItems} where ${reservationItems.reservationId} = ${reservations.id}
                                                     and ${reservationItems.usedSeats} < ${reservationItems.seats})))`);
}

/** The courses with free seats of each list with a request that they fit, before anything is locked. */
async function listsThatFit(nearby: readonly Nearby[], database: Database): Promise<string[][]> {
  const { courseType, branch, session, studyYear, minSeats, id } = waitingRequests;
  const fitting = await database
    .select({ courseType, branch, session, studyYear, courseIds: sql<string[]>`array_agg(${courses.id})` })
    .from(waitingRequests)
    .innerJoin(courses, and(fits(nearby), isOffered, sql`${freeSeats} > 0`))
    .where(and(isWaiting, sql`${roomOf()} > 0`))
    .groupBy(id)
    .having(sql`sum(${freeSeats}) >= ${minSeats}`)
    .orderBy(asc(id));
  const lists = new Map<string, Set<string>>();
  for (const { courseIds, ...list } of fitting) {
    const key = JSON.stringify([list.courseType, list.branch.toLowerCase(), list.session, list.studyYear]);
    lists.set(key, new Set([...(lists.get(key) ?? []), ...courseIds]));
  }
  return [...lists.values()].map((ids) => [...ids]);
}

/**
 * Offers the free seats of courses of one list in the order of its requests.
 * @returns the number of offers
 */
async function allotList(
  courseIds: readonly string[],
  nearby: readonly Nearby[],
  hours: number,
  tx: Database,
): Promise<number> {
  const isIts = sql`${courses.id} = any(${sql.param([...courseIds])}::uuid[])`;
  const found = await tx
    .select({ id: courses.id, pricePaise: courses.pricePaise, free: bookableSeats() })
    .from(courses)
    .where(isIts)
    .orderBy(courses.id)
    .for('no key update');
  // Read after the locks: another run may have made offers meanwhile. Offers to a company are counted while all its
  // requests are locked: another run may be making some for another list.
  const fitting = sql`select ${courses.id} from ${courses} where ${isIts} and ${fits(nearby)}`;
  const companies = sql`select ${waitingRequests.company} from ${waitingRequests} where ${isWaiting} and exists (${fitting})`;
  const locked = await tx
    .select({ id: waitingRequests.id })
    .from(waitingRequests)
    .where(and(isOpen, sql`${waitingRequests.company} in (${companies})`))
    .orderBy(waitingRequests.id)
    .for('no key update');
  const isLocked = sql`${waitingRequests.id} = any(${sql.param(locked.map(({ id }) => id))}::uuid[])`;
  const waiters = await tx
    .select({ request: waitingRequests, courses: qualified(sql<string[]>`array(${fitting})`), room: roomOf() })
    .from(waitingRequests)
    .where(and(isWaiting, isLocked, sql`exists (${fitting})`))
    .orderBy(waitingRequests.rankedAt, waitingRequests.id);
  const offers = offerSeats(
    new Map(found.map(({ id, free }) => [id, free])),
    waiters.map(({ request: { id, company, seats, minSeats }, courses }) => ({
      ...{ id, company, courses, seats, minSeats },
    })),
    new Map(waiters.map(({ request, room }) => [request.company, room])),
  );
  const byCourse = new Map(found.map((course) => [course.id, course]));
  const byId = new Map(waiters.map(({ request }) => [request.id, request]));
  for (const offer of offers) await reserveOffer(tx, byId.get(offer.id)!, offer, byCourse, hours);
  return offers.length;
}

/** Reserves the seats of an offer, whose courses are locked, and tells the person. */
async function reserveOffer(
  tx: Database,
  request: Request,
  { lines }: Offer,
  courses: ReadonlyMap<string, { pricePaise: number }>,
  hours: number,
): Promise<void> {
  const { id, holder, email, locale } = request;
  const until = sql`now() + ${hours}::int * interval '1 hour'`;
  const values = { kind: 'waiting', holder, company: '', email, locale, reason: '', until } as const;
  const kept = lines.map(({ courseId, seats }) => ({ id: courseId, seats }));
  const reservation = await keepSeats(values, kept, courses, tx);
  await tx.update(waitingRequests).set({ offerId: reservation.id }).where(eq(waitingRequests.id, id));
  const seats = lines.reduce((sum, line) => sum + line.seats, 0);
  const detail = {
    ...{ seats, ...wantedOf(request) },
    until: reservation.until.toISOString(),
    path: reservedPath(reservation.id),
    withdraw: waitingPath(id),
  };
  await tx.insert(outboundMessages).values({ kind: 'seats_free', recipient: email, locale, detail });
}
