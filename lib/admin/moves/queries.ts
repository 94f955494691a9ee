import 'server-only';
import { and, asc, count, desc, eq, gt, inArray, ne, or, sql, type SQL } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { db } from '@/db/client';
import { hasState, type Columns } from '@/db/conditions';
import { academicSessions, billingItems, billings, courses, institutes, seatMoves } from '@/db/schema';
import { ADOPTED_STATES } from '@/db/schema/billing-states';
import type { MoveState } from '@/db/schema/enums';
import type { AdminScope } from '@/lib/accounts/administrators/session';
import { courseTitle } from '@/lib/admin/reservations/rules';
import { LISTED_ADOPTION } from '@/lib/adoption/core/listed-adoption';
import type { OfferNames } from '@/lib/catalogue/names';
import { loadPlaces } from '@/lib/catalogue/places/queries';
import { overdueSeats } from '@/lib/catalogue/statements';
import { withQueryDeadline } from '@/lib/platform/deadline';
import type { Page } from '@/lib/platform/list';
import type { MoveFilter } from './schema';
import { isBack, readOffers, type TargetOffer } from './statements';

/** Other offers that a sponsor can choose from. */
const MAX_CHOICES = 30;

/** An offer that seats can move to; `differencePaise`: what the adoption costs more then, less if negative. */
export type MoveChoice = OfferNames & { id: string; pricePaise: number; differencePaise: number };

/** A proposal that waits for its sponsor. */
type OpenMove = {
  id: string;
  seats: number;
  from: OfferNames;
  /** The offer that is proposed; null if it was closed since. */
  to: MoveChoice | null;
  until: Date;
  reason: string;
  /** Others with enough free seats: those of the institute first, then of the city and the district. */
  others: MoveChoice[];
};

/**
 * Returns the proposals to move seats of an adoption that wait for its sponsor.
 * @param billingId of an adoption that the reader may see
 * @throws DeadlineError if the database does not respond in time
 */
export async function readOpenMoves(billingId: string): Promise<OpenMove[]> {
  const open = await withQueryDeadline(
    db()
      .select({
        id: seatMoves.id,
        seats: billingItems.seats,
        formerPaise: billingItems.pricePaise,
        fromId: seatMoves.fromCourseId,
        toId: seatMoves.toCourseId,
        pricePaise: seatMoves.pricePaise,
        until: seatMoves.until,
        reason: seatMoves.reason,
      })
      .from(seatMoves)
      .innerJoin(billings, and(eq(billings.id, seatMoves.billingId), hasState(billings, ADOPTED_STATES)))
      .innerJoin(
        billingItems,
        and(
          eq(billingItems.billingId, seatMoves.billingId),
          eq(billingItems.courseId, seatMoves.fromCourseId),
          gt(billingItems.seats, 0),
        ),
      )
      .where(and(eq(seatMoves.billingId, billingId), eq(seatMoves.state, 'open'), gt(seatMoves.until, sql`now()`)))
      .orderBy(asc(seatMoves.startedAt), asc(seatMoves.id)),
  );
  if (open.length === 0) return [];
  const there = await withQueryDeadline(
    db()
      .select({ courseId: billingItems.courseId, pricePaise: billingItems.pricePaise })
      .from(billingItems)
      .where(eq(billingItems.billingId, billingId)),
  );
  const priceOf = new Map(there.map(({ courseId, pricePaise }) => [courseId, pricePaise]));
  return Promise.all(
    open.map(
      async ({ id, seats, formerPaise, fromId, toId, pricePaise: promised, until, reason }): Promise<OpenMove> => {
        const known = await withQueryDeadline(readOffers(inArray(courses.id, [fromId, toId]), db()));
        const [from, proposed] = [fromId, toId].map((wanted) => known.find((offer) => offer.id === wanted)!);
        const choice = (offer: TargetOffer, newPaise: number): MoveChoice => {
          const pricePaise = priceOf.get(offer.id) ?? newPaise;
          return { ...offer, pricePaise, differencePaise: seats * (pricePaise - formerPaise) };
        };
        const others = await readOthers(from!, toId, seats);
        return {
          ...{ id, seats, from: from!, until, reason },
          to: proposed!.isOpen ? choice(proposed!, promised) : null,
          others: others.map((offer) => choice(offer, offer.pricePaise)),
        };
      },
    ),
  );
}

/** Returns open offers of the same kind with enough free seats. */
async function readOthers(from: TargetOffer, proposedId: string, seats: number): Promise<TargetOffer[]> {
  const { districtOf } = await loadPlaces();
  const isOfKind = and(
    eq(courses.courseType, sql`${from.courseType}`),
    eq(courses.session, from.session),
    eq(courses.studyYear, from.studyYear),
    ne(courses.id, from.id),
    ne(courses.id, proposedId),
    eq(courses.isOpen, true),
    eq(academicSessions.state, 'open'),
    sql`${courses.totalSeats} - ${courses.adoptedSeats} - ${courses.heldSeats} + coalesce(${overdueSeats.seats}, 0) >= ${seats}`,
  );
  const found = await withQueryDeadline(
    db()
      .select({ id: courses.id, city: courses.city, instituteId: courses.instituteId, branch: courses.branch })
      .from(courses)
      .innerJoin(academicSessions, eq(academicSessions.name, courses.session))
      .leftJoin(overdueSeats, eq(overdueSeats.courseId, courses.id))
      .where(isOfKind)
      .orderBy(asc(courses.city), asc(courses.branch), asc(courses.id)),
  );
  const district = districtOf(from.city);
  const farOf = ({ city, instituteId, branch }: (typeof found)[number]) =>
    (instituteId !== null && instituteId === from.instituteId
      ? 0
      : city === from.city
        ? 2
        : district !== null && districtOf(city) === district
          ? 4
          : 6) + (branch === from.branch ? 0 : 1);
  const nearest = found.toSorted((a, b) => farOf(a) - farOf(b)).slice(0, MAX_CHOICES);
  if (nearest.length === 0) return [];
  const ids = nearest.map(({ id }) => id);
  const offers = await withQueryDeadline(readOffers(inArray(courses.id, ids), db()));
  return offers.toSorted((a, b) => ids.indexOf(a.id) - ids.indexOf(b.id));
}

/** A proposal as administrators see it. `isBack`: declined or not answered, and the seats are still there. */
export type ListedMove = {
  id: string;
  reference: string;
  company: string;
  seats: number;
  from: { id: string; title: string };
  to: { id: string; title: string };
  differencePaise: number;
  state: MoveState;
  isBack: boolean;
  until: Date;
  startedAt: Date;
  endedAt: Date | null;
};

const [left, came] = [alias(courses, 'left_offer'), alias(courses, 'came_offer')];
const [leftInstitute, cameInstitute] = [alias(institutes, 'left_institute'), alias(institutes, 'came_institute')];

const ofFilter = ({ course, state }: MoveFilter): SQL | undefined =>
  and(
    course === undefined ? undefined : or(eq(seatMoves.fromCourseId, course), eq(seatMoves.toCourseId, course)),
    state === undefined ? undefined : state === 'back' ? isBack : eq(seatMoves.state, state),
  );

/**
 * Returns a page of the proposals to move adopted seats, the newest first, and their number.
 * @throws DeadlineError if the database does not respond in time
 */
export async function listMoves(
  _scope: AdminScope,
  filter: MoveFilter,
  { page, size }: Page,
): Promise<{ rows: ListedMove[]; total: number }> {
  const titled = (offer: Columns<'id' | 'courseType' | 'branch' | 'city'>, { name }: Columns<'name'>) => ({
    id: sql<string>`${offer.id}`,
    courseType: sql<string>`${offer.courseType}`,
    branch: sql<string>`${offer.branch}`,
    institute: sql<string | null>`${name}`,
    city: sql<string>`${offer.city}`,
  });
  const [rows, [found]] = await withQueryDeadline(
    Promise.all([
      db()
        .select({
          id: seatMoves.id,
          reference: LISTED_ADOPTION.reference,
          company: LISTED_ADOPTION.company,
          seats: seatMoves.seats,
          from: titled(left, leftInstitute),
          to: titled(came, cameInstitute),
          differencePaise: sql<number>`${seatMoves.seats} * (${seatMoves.pricePaise} - ${billingItems.pricePaise})`,
          state: seatMoves.state,
          isBack,
          until: seatMoves.until,
          startedAt: seatMoves.startedAt,
          endedAt: seatMoves.endedAt,
        })
        .from(seatMoves)
        .innerJoin(billings, eq(billings.id, seatMoves.billingId))
        .innerJoin(
          billingItems,
          and(eq(billingItems.billingId, seatMoves.billingId), eq(billingItems.courseId, seatMoves.fromCourseId)),
        )
        .innerJoin(left, eq(left.id, seatMoves.fromCourseId))
        .innerJoin(came, eq(came.id, seatMoves.toCourseId))
        .leftJoin(leftInstitute, eq(leftInstitute.id, left.instituteId))
        .leftJoin(cameInstitute, eq(cameInstitute.id, came.instituteId))
        .where(ofFilter(filter))
        .orderBy(desc(seatMoves.startedAt), desc(seatMoves.id))
        .limit(size)
        .offset((page - 1) * size),
      db().select({ total: count() }).from(seatMoves).where(ofFilter(filter)),
    ]),
  );
  const named = ({ id, ...course }: (typeof rows)[number]['from']) => ({ id, title: courseTitle(course) });
  return { rows: rows.map((row) => ({ ...row, from: named(row.from), to: named(row.to) })), total: found!.total };
}

/** Returns what names an offer, its session, and how many adopted seats it has; null for an unknown id. */
export async function readMovedOffer(
  _scope: AdminScope,
  id: string,
): Promise<{ title: string; session: string; adopted: number } | null> {
  const [[offer], [course]] = await withQueryDeadline(
    Promise.all([
      readOffers(eq(courses.id, id), db()),
      db().select({ adopted: courses.adoptedSeats }).from(courses).where(eq(courses.id, id)),
    ]),
  );
  return offer && course ? { title: courseTitle(offer), session: offer.session, adopted: course.adopted } : null;
}
