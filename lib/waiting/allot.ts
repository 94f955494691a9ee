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
import { qualified, type Columns } from '@/db/conditions';
import { isLiveReservation } from '@/db/hold-conditions';
import { chunksOf } from '@/db/writes';
import type { WaitingEnding } from '@/db/schema/enums';
import { groupBy } from '@/lib/platform/group-by';
import { loadPlaces } from '@/lib/catalogue/places/queries';
import { nearPlace } from '@/lib/catalogue/places/rules';
import { bookableSeats, freeSeats, isOffered } from '@/lib/catalogue/statements';
import { MAX_WAITING_OFFERS } from '@/lib/platform/limits';
import { readSettings } from '@/lib/settings/queries';
import { keepSeats } from '@/lib/adoption/core/reservation-statements';
import { reservedPath } from '@/lib/adoption/core/rules';
import { MAX_MISSED_OFFERS, offerSeats, waitingPath, type Offer } from './rules';

/** Which courses share a waiting list: those of a branch in all cities, in a session and for a year of study. */
type List = Pick<typeof waitingRequests.$inferSelect, 'courseType' | 'branch' | 'session' | 'studyYear'>;

/**
 * Condition: a course, or a request, is of the list.
 * @param list the table of the requests, or a row
 * @param table that of the courses or requests, or an alias of either
 */
export const isOfList = (list: { [Name in keyof List]: unknown }, table: Columns<keyof List> = courses): SQL =>
  sql`(${table.courseType} = ${list.courseType} and lower(${table.branch}) = lower(${list.branch})
       and ${table.session} = ${list.session} and ${table.studyYear} = ${list.studyYear})`;

/** Cities with free seats near a place that somebody waits for. */
type Nearby = { place: string; km: number; city: string };

const isOpen = isNull(waitingRequests.endedAt);

/** Requests that wait and have no offer at the moment. */
const isWaiting = and(isOpen, isNull(waitingRequests.offerId));

/** Condition: the course has seats that can be offered. */
const isFree = sql`(${isOffered} and ${freeSeats} > 0)`;

const freeCourses = alias(courses, 'free_courses');
const waiting = alias(waitingRequests, 'waiting');

/**
 * Selects the requests that wait and whose minimum is free: `request_id`, and `courses` with the ids of all with free seats that
 * will do. Each kind of request has a join of its own, of rows that were selected before: with one condition for all, or by the
 * indexes, every request is compared with every course of its list.
 * @param which condition on courses @param whose condition on requests
 */
const fittingRequests = (nearby: readonly Nearby[], which: SQL, whose: SQL): SQL => {
  const values = (name: keyof Nearby) => sql.param(nearby.map((one) => one[name]));
  const near = sql`unnest(${values('place')}::text[], ${values('km')}::int[], ${values('city')}::text[]) as nearby(place, km, city)`;
  const pairs = (from: SQL, will: SQL) => sql`
    select ${waiting.id} as request_id, ${waiting.minSeats}, ${freeCourses.id} as course_id, free_courses.free
      from waiting ${from} join free_courses on ${isOfList(waiting, freeCourses)} and ${will}`;
  const isOfCity = sql`${waiting.courseId} is null and ${waiting.radiusKm} is null`;
  const kinds = [
    pairs(sql``, sql`${freeCourses.id} = ${waiting.courseId}`),
    pairs(sql``, sql`${isOfCity} and lower(${freeCourses.city}) = lower(${waiting.city})`),
    pairs(
      sql`join ${near} on nearby.place = ${waiting.city} and nearby.km = ${waiting.radiusKm}`,
      sql`${freeCourses.city} = nearby.city`,
    ),
  ];
  return sql`
    with waiting as materialized (select ${waitingRequests}.* from ${waitingRequests} where ${isWaiting} and ${whose}),
    free_courses as materialized (select ${courses}.*, ${freeSeats} as free from ${courses} where ${isFree} and ${which})
    select request_id, array_agg(course_id) as courses from (${sql.join(kinds, sql` union all `)}) as pairs
     group by request_id, min_seats having sum(free) >= min_seats`;
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
  for (const list of await listsThatFit(nearby, database))
    offers += await transaction((tx) => allotList(list, nearby, waitingHours, tx), database);
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
  const isLast = ({ missedOffers: missed }: Request) => missed + 1 >= MAX_MISSED_OFFERS;
  const again = await endEach(tx, over, ({ request, used }) =>
    used > 0 ? 'adopted' : isLast(request) ? 'missed' : null,
  );
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
  await endEach(tx, over, ({ isClosed: closed, used }) => (used > 0 ? 'adopted' : closed ? 'session' : 'time'));
  return over.length;
}

type Request = typeof waitingRequests.$inferSelect;

/** Ends locked requests. @param endingOf null for one that goes on @returns those that go on */
async function endEach<Row extends { request: Request }>(
  tx: Database,
  rows: readonly Row[],
  endingOf: (row: Row) => WaitingEnding | null,
): Promise<Request[]> {
  let again: Request[] = [];
  for (const [ending, group] of groupBy(rows, endingOf)) {
    const requests = group.map(({ request }) => request);
    if (ending === null) again = requests;
    else await endRequests(tx, requests, ending);
  }
  return again;
}

const isOneOf = (requests: readonly Pick<Request, 'id'>[]): SQL =>
  sql`${waitingRequests.id} = any(${sql.param(requests.map(({ id }) => id))}::uuid[])`;

/** Endings that the person did not bring about, and is told. */
const ANNOUNCED_ENDINGS: readonly WaitingEnding[] = ['missed', 'session', 'time', 'admin'];

/** What a message says was waited for. */
const wantedOf = ({ courseType: type, branch, city, radiusKm }: Request) => ({
  type,
  branch,
  city,
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

const offered = alias(waitingRequests, 'offered');

/** The offers that a company has now, by company. Those whose seats are all adopted do not count. For left joins. */
const openOffers = sql`(
  select ${offered.company}, count(*)::int as offers
    from ${waitingRequests} ${offered} join ${reservations} on ${reservations.id} = ${offered.offerId}
   where ${isLiveReservation(reservations)}
     and exists (select from ${reservationItems} where ${reservationItems.reservationId} = ${reservations.id}
                                                   and ${reservationItems.usedSeats} < ${reservationItems.seats})
   group by 1) as open_offers`;

/** How many more offers can be made to the company of a request; with openOffers. */
const room = sql<number>`(${MAX_WAITING_OFFERS}::int - coalesce(open_offers.offers, 0))`;
const isOfCompany = sql`open_offers.company = ${waitingRequests.company}`;

/** A list with a request that fits, and the ids of courses with free seats for such requests. */
type FittingList = Record<keyof List, string | number> & { courseIds: string[] };

/** Returns the lists with requests that fit, before anything is locked. */
async function listsThatFit(nearby: readonly Nearby[], database: Database): Promise<FittingList[]> {
  const { courseType, branch, session, studyYear, id } = waitingRequests;
  return database.execute<FittingList>(sql`
    select ${courseType} as "courseType", lower(${branch}) as branch, ${session}, ${studyYear} as "studyYear",
           array_agg(distinct course.id) as "courseIds"
      from (${fittingRequests(nearby, sql`true`, sql`true`)}) as fitting
      join ${waitingRequests} on ${id} = fitting.request_id left join ${openOffers} on ${isOfCompany}
     cross join unnest(fitting.courses) as course(id)
     where ${room} > 0 group by 1, 2, 3, 4 order by min(${id}::text)`);
}

/**
 * Offers the free seats of courses of one list in the order of its requests.
 * @returns the number of offers
 */
async function allotList(
  { courseIds, ...list }: FittingList,
  nearby: readonly Nearby[],
  hours: number,
  tx: Database,
): Promise<number> {
  const isIts = sql`${courses.id} = any(${sql.param(courseIds)}::uuid[])`;
  const found = await tx
    .select({ id: courses.id, pricePaise: courses.pricePaise, free: bookableSeats() })
    .from(courses)
    .where(isIts)
    .orderBy(courses.id)
    .for('no key update');
  // Read after the locks: another run may have made offers meanwhile. Offers to a company are counted while all its
  // requests are locked: another run may be making some for another list.
  const fitting = fittingRequests(nearby, isIts, isOfList(list, waitingRequests));
  const companies = sql`select ${waitingRequests.company} from ${waitingRequests}
                         where ${waitingRequests.id} in (select request_id from (${fitting}) as fitting)`;
  const locked = await tx
    .select({ id: waitingRequests.id })
    .from(waitingRequests)
    .where(and(isOpen, sql`${waitingRequests.company} in (${companies})`))
    .orderBy(waitingRequests.id)
    .for('no key update');
  const waiters = await tx
    .select({ request: waitingRequests, courses: sql<string[]>`fitting.courses`, room })
    .from(waitingRequests)
    .innerJoin(sql`(${fitting}) as fitting`, sql`fitting.request_id = ${waitingRequests.id}`)
    .leftJoin(openOffers, isOfCompany)
    .where(and(isWaiting, isOneOf(locked)))
    .orderBy(waitingRequests.rankedAt, waitingRequests.id);
  const offers = offerSeats(
    new Map(found.map(({ id, free }) => [id, free])),
    waiters.map(({ request: { id, company, seats, minSeats }, courses: fittingIds }) => ({
      id,
      company,
      courses: fittingIds,
      seats,
      minSeats,
    })),
    new Map(waiters.map((waiter) => [waiter.request.company, waiter.room])),
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
        seats: lines.reduce((sum, { seats }) => sum + seats, 0),
        ...wantedOf(request),
        until: kept[at]!.until.toISOString(),
        path: reservedPath(kept[at]!.id),
        withdraw: waitingPath(id),
      };
      return { kind: 'seats_free' as const, recipient: email, locale, detail };
    }),
  );
}
