import 'server-only';
import { and, eq, isNotNull, isNull, sql, type SQL } from 'drizzle-orm';
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
import { chunksOf } from '@/db/writes';
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

const isOpen = isNull(waitingRequests.endedAt);

/** Requests that wait and have no offer at the moment. */
const isWaiting = and(isOpen, isNull(waitingRequests.offerId));

/** Condition: the course has seats that can be offered. */
const isFree = sql`(${isOffered} and ${freeSeats} > 0)`;

/**
 * Selects the pairs of a request that waits and a course with free seats that will do for it: `request_id`, `course_id`, `free`.
 * Each kind of request has a join of its own: one condition for all would compare every request with every course of its list.
 * @param which condition on courses
 */
const fittingPairs = (nearby: readonly Nearby[], which: SQL): SQL => {
  const values = (name: keyof Nearby) => sql.param(nearby.map((one) => one[name]));
  const near = sql`unnest(${values('place')}::text[], ${values('km')}::int[], ${values('city')}::text[]) as nearby(place, km, city)`;
  const pairs = (kind: SQL, isNear: SQL) => sql`
    select ${waitingRequests.id} as request_id, ${courses.id} as course_id, ${freeSeats} as free
      from ${waitingRequests} ${kind} join ${courses} on ${isOfList(waitingRequests)} and ${isNear}
     where ${isWaiting} and ${isFree} and ${which}`;
  const isOfCity = sql`${waitingRequests.courseId} is null and ${waitingRequests.radiusKm} is null`;
  return sql.join(
    [
      pairs(sql``, sql`${courses.id} = ${waitingRequests.courseId}`),
      pairs(sql``, sql`${isOfCity} and lower(${courses.city}) = lower(${waitingRequests.city})`),
      pairs(
        sql`join ${near} on nearby.place = ${waitingRequests.city} and nearby.km = ${waitingRequests.radiusKm}`,
        sql`${courses.city} = nearby.city`,
      ),
    ],
    sql` union all `,
  );
};

/**
 * Offers free seats to those who wait for them, as reservations with an e-mail each, and ends requests whose time is
 * over. Seats of ended holds and reservations are released before (releaseExpiredHolds). Safe to run any number of times
 * at once: the courses of a list are locked before its requests are read.
 * @returns the number of offers
 */
export async function allotSeats(database: Database = db()): Promise<number> {
  await inBatches(settleOffers, database);
  await inBatches(endOverdue, database);
  const { waitingHours } = await readSettings('terms');
  const nearby = await citiesNearby(database);
  let offers = 0;
  for (const courseIds of await listsThatFit(nearby, database))
    offers += await transaction((tx) => allotList(courseIds, nearby, waitingHours, tx), database);
  return offers;
}

/** Requests that one transaction ends. */
const BATCH = 500;

/** Repeats a step, each time in a transaction of its own, until it finds fewer requests than a batch. */
async function inBatches(step: (tx: Database) => Promise<number>, database: Database): Promise<void> {
  while ((await transaction(step, database)) === BATCH);
}

/** The seats of the offer of a request that are adopted. */
const usedSeats =
  qualified(sql<number>`(select coalesce(sum(${reservationItems.usedSeats}), 0)::int from ${reservationItems}
                                          where ${reservationItems.reservationId} = ${waitingRequests.offerId})`);

/**
 * What becomes of requests whose offer has ended: one that was used, in part or in full, is done. One that was not used
 * moves the request to the end of the list; the second ends it.
 * @returns the number of requests
 */
async function settleOffers(tx: Database): Promise<number> {
  const over = await tx
    .select({ request: waitingRequests, used: usedSeats })
    .from(waitingRequests)
    .innerJoin(reservations, eq(reservations.id, waitingRequests.offerId))
    .where(and(isOpen, isNotNull(reservations.endedAt)))
    .orderBy(waitingRequests.id)
    .limit(BATCH)
    .for('no key update', { of: waitingRequests, skipLocked: true });
  const isUsed = ({ used: seats }: (typeof over)[number]) => seats > 0;
  const isLast = ({ request }: (typeof over)[number]) => request.missedOffers + 1 >= MAX_MISSED_OFFERS;
  const requestsOf = (which: typeof over) => which.map(({ request }) => request);
  const unused = over.filter((one) => !isUsed(one));
  await endRequests(tx, requestsOf(over.filter(isUsed)), 'adopted');
  await endRequests(tx, requestsOf(unused.filter(isLast)), 'missed');
  const again = requestsOf(unused.filter((one) => !isLast(one)));
  const { missedOffers } = waitingRequests;
  if (again.length > 0)
    await tx
      .update(waitingRequests)
      .set({ offerId: null, missedOffers: sql`${missedOffers} + 1`, rankedAt: sql`now()` })
      .where(isOneOf(again));
  return over.length;
}

/**
 * Ends requests whose session closed, also those with an offer, which nobody can use any more, and those without an offer that
 * are too old.
 * @returns their number
 */
async function endOverdue(tx: Database): Promise<number> {
  const { waitingDays } = await readSettings('terms', tx);
  const isClosed = sql<boolean>`exists (select from ${academicSessions} where ${academicSessions.name} = ${waitingRequests.session}
                                          and ${academicSessions.state} = 'closed')`;
  const isOld = sql`${waitingRequests.createdAt} < now() - ${waitingDays}::int * interval '1 day'`;
  const over = await tx
    .select({ request: waitingRequests, isClosed, used: usedSeats })
    .from(waitingRequests)
    .where(and(isOpen, sql`(${isClosed} or ${waitingRequests.offerId} is null and ${isOld})`))
    .orderBy(waitingRequests.id)
    .limit(BATCH)
    .for('no key update', { of: waitingRequests, skipLocked: true });
  const endingOf = ({ isClosed: closed, used }: (typeof over)[number]) =>
    used > 0 ? 'adopted' : closed ? 'session' : 'time';
  for (const ending of ['adopted', 'session', 'time'] as const) {
    const ended = over.filter((one) => endingOf(one) === ending);
    await endRequests(
      tx,
      ended.map(({ request }) => request),
      ending,
    );
  }
  return over.length;
}

type Request = typeof waitingRequests.$inferSelect;

const isOneOf = (requests: readonly Pick<Request, 'id'>[]): SQL =>
  sql`${waitingRequests.id} = any(${sql.param(requests.map(({ id }) => id))}::uuid[])`;

/** Endings that the person did not bring about, and is told. */
const ANNOUNCED_ENDINGS: readonly WaitingEnding[] = ['missed', 'session', 'time', 'admin'];

/** What a message says was waited for. */
const wantedOf = ({ courseType: type, branch, city, radiusKm }: Request) => ({
  ...{ type, branch, city },
  ...(radiusKm !== null && { km: radiusKm }),
});

/** Ends locked requests, at most BATCH. */
export async function endRequests(tx: Database, requests: readonly Request[], ending: WaitingEnding): Promise<void> {
  if (requests.length === 0) return;
  await tx
    .update(waitingRequests)
    .set({ offerId: null, endedAt: sql`now()`, ending })
    .where(isOneOf(requests));
  if (!ANNOUNCED_ENDINGS.includes(ending)) return;
  await tx.insert(outboundMessages).values(
    requests.map((request) => {
      const { id, email, locale } = request;
      const detail = { ending, ...wantedOf(request), path: waitingPath(id) };
      return { kind: 'waiting_ended' as const, recipient: email, locale, detail };
    }),
  );
}

/** Returns the cities with free seats near the places that people wait for. */
async function citiesNearby(database: Database): Promise<Nearby[]> {
  const { city: place, radiusKm } = waitingRequests;
  const wanted = await database
    .selectDistinct({ place, km: sql<number>`${radiusKm}` })
    .from(waitingRequests)
    .where(and(isWaiting, isNotNull(radiusKm)));
  if (wanted.length === 0) return [];
  const cities = await database.selectDistinct({ city: courses.city }).from(courses).where(isFree);
  const places = await loadPlaces();
  return wanted.flatMap(({ place: centre, km }) => {
    const isNear = nearPlace(centre, km, places);
    return cities.filter(({ city }) => isNear(city)).map(({ city }) => ({ place: centre, km, city }));
  });
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
  const lists = await database.execute<{ courseIds: string[] }>(sql`
    with pairs as materialized (${fittingPairs(nearby, sql`true`)}),
    fitting as (
      select ${id} from pairs join ${waitingRequests} on ${id} = pairs.request_id
       group by ${id} having sum(pairs.free) >= ${minSeats} and ${roomOf()} > 0)
    select array_agg(distinct pairs.course_id) as "courseIds"
      from pairs join fitting on fitting.id = pairs.request_id join ${waitingRequests} on ${id} = fitting.id
     group by ${courseType}, lower(${branch}), ${session}, ${studyYear} order by min(${id}::text)`);
  return lists.map(({ courseIds }) => courseIds);
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
  const pairs = fittingPairs(nearby, isIts);
  const companies = sql`select ${waitingRequests.company} from ${waitingRequests}
                         where ${waitingRequests.id} in (select request_id from (${pairs}) as pairs)`;
  const locked = await tx
    .select({ id: waitingRequests.id })
    .from(waitingRequests)
    .where(and(isOpen, sql`${waitingRequests.company} in (${companies})`))
    .orderBy(waitingRequests.id)
    .for('no key update');
  const fitting = sql`(select request_id, array_agg(course_id) as courses from (${pairs}) as pairs group by 1) as fitting`;
  const waiters = await tx
    .select({ request: waitingRequests, courses: sql<string[]>`fitting.courses`, room: roomOf() })
    .from(waitingRequests)
    .innerJoin(fitting, sql`fitting.request_id = ${waitingRequests.id}`)
    .where(and(isWaiting, isOneOf(locked)))
    .orderBy(waitingRequests.rankedAt, waitingRequests.id);
  const offers = offerSeats(
    new Map(found.map(({ id, free }) => [id, free])),
    waiters.map(({ request: { id, company, seats, minSeats }, courses: fittingIds }) => ({
      ...{ id, company, courses: fittingIds, seats, minSeats },
    })),
    new Map(waiters.map(({ request, room }) => [request.company, room])),
  );
  const byCourse = new Map(found.map((course) => [course.id, course]));
  const byId = new Map(waiters.map(({ request }) => [request.id, request]));
  for (const some of chunksOf(offers))
    await reserveOffers(
      some.map(({ id, lines }) => ({ request: byId.get(id)!, lines })),
      byCourse,
      hours,
      tx,
    );
  return offers.length;
}

/** Reserves the seats of offers, whose courses are locked, and tells the people. */
async function reserveOffers(
  offers: readonly (Pick<Offer, 'lines'> & { request: Request })[],
  courses: ReadonlyMap<string, { pricePaise: number }>,
  hours: number,
  tx: Database,
): Promise<void> {
  const until = sql`now() + ${hours}::int * interval '1 hour'`;
  const kept = await keepSeats(
    offers.map(({ request: { holder, email, locale }, lines }) => ({
      reservation: { kind: 'waiting', holder, company: '', email, locale, reason: '', until },
      lines: lines.map(({ courseId, seats }) => ({ id: courseId, seats })),
    })),
    courses,
    tx,
  );
  const [requestIds, offerIds] = [offers.map(({ request }) => request.id), kept.map(({ id }) => id)];
  await tx
    .update(waitingRequests)
    .set({ offerId: sql`made.offer_id` })
    .from(sql`unnest(${sql.param(requestIds)}::uuid[], ${sql.param(offerIds)}::uuid[]) as made(request_id, offer_id)`)
    .where(eq(waitingRequests.id, sql`made.request_id`));
  await tx.insert(outboundMessages).values(
    offers.map(({ request, lines }, at) => {
      const { id, email, locale } = request;
      const detail = {
        ...{ seats: lines.reduce((sum, { seats }) => sum + seats, 0), ...wantedOf(request) },
        until: kept[at]!.until.toISOString(),
        path: reservedPath(kept[at]!.id),
        withdraw: waitingPath(id),
      };
      return { kind: 'seats_free' as const, recipient: email, locale, detail };
    }),
  );
}
