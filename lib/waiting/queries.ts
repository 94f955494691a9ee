import 'server-only';
import { and, asc, desc, eq, inArray, isNull, ne, or, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { db } from '@/db/client';
import { qualified } from '@/db/conditions';
import { isLiveReservation } from '@/db/hold-conditions';
import { courses, institutes, reservationItems, reservations, users, waitingRequests } from '@/db/schema';
import type { WaitingEnding } from '@/db/schema/enums';
import { maskEmail } from '@/lib/accounts/codes/rules';
import { provenEmail } from '@/lib/accounts/proven-email';
import type { SponsorScope } from '@/lib/accounts/session';
import { loadPlaces } from '@/lib/catalogue/places/queries';
import { nearPlace } from '@/lib/catalogue/places/rules';
import { courseColumns, isOffered, overdueSeats, seatsLeft } from '@/lib/catalogue/statements';
import { withQueryDeadline } from '@/lib/platform/deadline';
import { isUuid } from '@/lib/platform/uuid';
import { limitKey } from '@/lib/adoption/core/limit-keys';
import { isOfList } from './allot';
import type { Around, WaitingScope } from './schema';

/** Seats of what can be waited for: in all, and those that can be adopted now. */
type Seats = { total: number; left: number };

/** A course that somebody wants to wait for, and the seats of it, of its branch in its city, and near a place. */
export type WaitingTarget = {
  course: Pick<
    typeof courses.$inferSelect,
    'id' | 'courseType' | 'branch' | 'branchHindi' | 'city' | 'session' | 'studyYear'
  > & { institute: string; instituteHindi: string | null };
  isOffered: boolean;
  /** Offers of the branch in the city. */
  offers: number;
  seats: Record<WaitingScope, Seats>;
  /** The place, by its usual name, and kilometres around it; null if none was asked for, or nobody knows it. */
  near: { place: string; km: number } | null;
};

/**
 * Returns what can be waited for at a course; null alike for an unknown and a malformed id.
 * @param around without it no seats are near
 * @throws DeadlineError when the database does not answer in time
 */
export async function readWaitingTarget(courseId: string, around?: Around): Promise<WaitingTarget | null> {
  if (!isUuid(courseId)) return null;
  const { id, courseType, branch, branchHindi, city, session, studyYear } = courses;
  const [found] = await withQueryDeadline(
    db()
      .select({
        course: {
          id,
          courseType,
          branch,
          branchHindi,
          city,
          session,
          studyYear,
          institute: courseColumns.institute_name,
          instituteHindi: institutes.hindi,
        },
        isOffered,
      })
      .from(courses)
      .leftJoin(institutes, eq(institutes.id, courses.instituteId))
      .where(eq(courses.id, courseId)),
  );
  if (!found) return null;
  const places = around && (await loadPlaces());
  const centre = places?.find(around?.place ?? found.course.city);
  const near = centre && around ? { place: centre.name, km: around.km } : null;
  const isNear = near && places ? nearPlace(near.place, near.km, places) : () => false;
  const isInCity = sql<boolean>`lower(${city}) = lower(${found.course.city})`;
  const rows = await withQueryDeadline(
    db()
      .select({ id, city, isInCity, total: courses.totalSeats, left: sql<number>`${seatsLeft}::int` })
      .from(courses)
      .leftJoin(overdueSeats, eq(overdueSeats.courseId, courses.id))
      .where(and(isOffered, isOfList(found.course))),
  );
  const sumOf = (offers: readonly Seats[]): Seats =>
    offers.reduce((sum, { total, left }) => ({ total: sum.total + total, left: sum.left + left }), {
      total: 0,
      left: 0,
    });
  const inCity = rows.filter((row) => row.isInCity);
  return {
    course: found.course,
    isOffered: found.isOffered as boolean,
    offers: inCity.length,
    seats: {
      course: sumOf(rows.filter((row) => row.id === found.course.id)),
      branch: sumOf(inCity),
      near: sumOf(rows.filter((row) => isNear(row.city))),
    },
    near,
  };
}

/** A request as its person sees it. */
export type ShownRequest = {
  id: string;
  courseType: string;
  branch: string;
  branchHindi: string | null;
  city: string;
  /** Kilometres around the city; null without a distance. */
  radiusKm: number | null;
  /** Null if any institute of the city, or around it, will do. */
  institute: string | null;
  instituteHindi: string | null;
  courseId: string | null;
  session: string;
  studyYear: number;
  seats: number;
  minSeats: number;
  createdAt: Date;
  /** What is offered now; `leftMs` by the clock of the database. */
  offer: { id: string; seats: number; until: Date; leftMs: number } | null;
  ending: WaitingEnding | null;
};

/** The requests of one address, which is masked. */
export type OwnRequests = { email: string; requests: ShownRequest[] };

/** Seats of an offer that are not adopted. */
const offeredSeats = qualified(sql<number>`(
  select coalesce(sum(${reservationItems.seats} - ${reservationItems.usedSeats}), 0)::int from ${reservationItems}
   where ${reservationItems.reservationId} = ${reservations.id})`);

/**
 * Returns the requests of the address of one of them, the open ones first; null alike for an unknown and a malformed id.
 * @throws DeadlineError when the database does not answer in time
 */
export async function readRequests(requestId: string): Promise<OwnRequests | null> {
  if (!isUuid(requestId)) return null;
  const knownRequest = alias(waitingRequests, 'known_request');
  const rows = await withQueryDeadline(
    db()
      .select({
        request: waitingRequests,
        branchHindi: courses.branchHindi,
        institute: sql<string | null>`case when ${courses.id} is not null then ${courseColumns.institute_name} end`,
        instituteHindi: institutes.hindi,
        offer: {
          id: reservations.id,
          until: reservations.until,
          seats: sql<number>`case when ${isLiveReservation(reservations)} then ${offeredSeats} else 0 end`,
          leftMs: sql<number>`(extract(epoch from ${reservations.until} - now()) * 1000)::float8`,
        },
      })
      .from(knownRequest)
      .innerJoin(waitingRequests, eq(waitingRequests.holder, knownRequest.holder))
      .leftJoin(courses, eq(courses.id, waitingRequests.courseId))
      .leftJoin(institutes, eq(institutes.id, courses.instituteId))
      .leftJoin(reservations, eq(reservations.id, waitingRequests.offerId))
      .where(eq(knownRequest.id, requestId))
      .orderBy(sql`${waitingRequests.endedAt} is not null`, desc(waitingRequests.createdAt), asc(waitingRequests.id)),
  );
  const [first] = rows;
  if (!first) return null;
  const requests = rows.map(({ request, offer, ...names }): ShownRequest => {
    const { id, courseType, branch, city, radiusKm, courseId, session, studyYear, seats, minSeats, createdAt, ending } =
      request;
    return {
      id,
      courseType,
      branch,
      city,
      radiusKm,
      courseId,
      session,
      studyYear,
      seats,
      minSeats,
      createdAt,
      ending,
      ...names,
      offer: offer !== null && offer.seats > 0 ? offer : null,
    };
  });
  return { email: maskEmail(first.request.email), requests };
}

/** Returns the confirmed e-mail address of a signed-in person, or null. */
export async function confirmedEmail({ personId }: SponsorScope): Promise<string | null> {
  const [row] = await withQueryDeadline(
    db().select({ email: provenEmail() }).from(users).where(eq(users.id, personId)),
  );
  return row?.email ?? null;
}

/**
 * Returns the open requests of a signed-in person with a confirmed address: how many, how many of them have an offer, and
 * the id of one for the page that shows them all; null if there are none.
 */
export async function openRequests(scope: SponsorScope): Promise<{ id: string; open: number; offers: number } | null> {
  const email = await confirmedEmail(scope);
  if (email === null) return null;
  const [row] = await withQueryDeadline(
    db()
      .select({
        id: sql<string | null>`min(${waitingRequests.id}::text)`,
        open: sql<number>`count(*)::int`,
        offers: sql<number>`count(${waitingRequests.offerId})::int`,
      })
      .from(waitingRequests)
      .where(and(eq(waitingRequests.holder, limitKey(email)), isNull(waitingRequests.endedAt))),
  );
  const { id, ...counts } = row!;
  return id === null ? null : { id, ...counts };
}

/** Seats that are offered to a colleague at the moment. */
type ColleaguesOffer = {
  id: string;
  fullName: string;
  courseType: string;
  branch: string;
  city: string;
  seats: number;
  until: Date;
};

/**
 * Returns the offers to the other people of a company with a confirmed address, the one that ends first at the beginning.
 * For those who may adopt.
 */
export async function colleaguesOffers({ accountId, personId }: SponsorScope): Promise<ColleaguesOffer[]> {
  const others = await withQueryDeadline(
    db()
      .select({ fullName: users.fullName, email: provenEmail() })
      .from(users)
      .where(and(or(eq(users.id, accountId), eq(users.memberOf, accountId)), ne(users.id, personId))),
  );
  const byKey = new Map(
    others.flatMap(({ fullName, email }): [string, string][] => (email === null ? [] : [[limitKey(email), fullName]])),
  );
  if (byKey.size === 0) return [];
  const { holder, courseType, branch, city } = waitingRequests;
  const rows = await withQueryDeadline(
    db()
      .select({
        id: waitingRequests.id,
        holder,
        courseType,
        branch,
        city,
        seats: offeredSeats,
        until: reservations.until,
      })
      .from(waitingRequests)
      .innerJoin(reservations, eq(reservations.id, waitingRequests.offerId))
      .where(and(inArray(holder, [...byKey.keys()]), isLiveReservation(reservations), sql`${offeredSeats} > 0`))
      .orderBy(reservations.until, waitingRequests.id),
  );
  return rows.map(({ holder: key, ...offer }) => ({ ...offer, fullName: byKey.get(key)! }));
}
