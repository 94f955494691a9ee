import 'server-only';
import { and, asc, desc, eq, gt, gte, inArray, isNull, lte, not, or, sql, type SQL } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { db } from '@/db/client';
import { hasState, type Columns } from '@/db/conditions';
import { billingItems, billings, courses, enrolments, institutes } from '@/db/schema';
import { ADOPTED_STATES } from '@/db/schema/billing-states';
import { isOwnInstitute, type InstituteScope } from '@/lib/accounts/offices/session';
import { withQueryDeadline } from '@/lib/platform/deadline';
import { numberedLines } from './rules';
import {
  isPresent,
  linesOf,
  offerColumns,
  onAdoptedPlace,
  ownOffer,
  studentsByLine,
  type NamedOffer,
  type OwnOffer,
} from './statements';

/** Companies of an offer that are named in the list of offers; its register names all. */
const LINES_SHOWN = 10;

/** The adopted seats of one company in an offer, of all its adoptions. */
type AdoptedLine = { company: string; seats: number };

/** An offer of an institute with adopted seats. */
export type AdoptedOffer = NamedOffer & {
  seats: number;
  /** Adopted seats with a student. */
  enrolled: number;
  /** The first companies in the order of adoption, each once, and how many there are. */
  lines: AdoptedLine[];
  companies: number;
};

const own = { items: alias(billingItems, 'own_items'), billings: alias(billings, 'own_billings') };
const nameOf = ({ sponsor }: Columns<'sponsor'>) => sql`trim(${sponsor}->>'company')`;
const nameKey = (table: Columns<'sponsor'>) => sql`lower(${nameOf(table)})`;

/** The first companies of an offer of `courses` in the order of adoption. */
const companiesOf = sql<AdoptedLine[]>`(
  select json_agg(json_build_object('company', named.company, 'seats', named.seats) order by named.since, named.company)
    from (select min(${nameOf(own.billings)}) as company, sum(${own.items.seats}) as seats, min(${own.billings.verifiedAt}) as since
            from ${billingItems} ${own.items} join ${billings} ${own.billings} on ${own.billings.id} = ${own.items.billingId}
           where ${own.items.courseId} = ${courses.id} and ${own.items.seats} > 0 and ${hasState(own.billings, ADOPTED_STATES)}
           group by ${nameKey(own.billings)} order by since, company limit ${LINES_SHOWN}::int) named)`;

/**
 * Returns the offers of an office that have adopted seats, the newest session first.
 * @param which a condition on `courses`; all by default
 */
export function listAdoptedOffers(scope: InstituteScope, which?: SQL): Promise<AdoptedOffer[]> {
  const isOwn = and(isOwnInstitute(scope, courses.instituteId), which);
  const ownCourses = db().select({ id: courses.id }).from(courses).where(isOwn);
  const present = studentsByLine(inArray(enrolments.courseId, ownCourses));
  return withQueryDeadline(
    db()
      .select({
        ...offerColumns,
        seats: sql<number>`sum(${billingItems.seats})`.mapWith(Number),
        enrolled: sql<number>`coalesce(sum(${present.students}), 0)`.mapWith(Number),
        lines: companiesOf,
        companies: sql<number>`count(distinct ${nameKey(billings)})`.mapWith(Number),
      })
      .from(courses)
      .innerJoin(institutes, eq(institutes.id, courses.instituteId))
      .innerJoin(billingItems, and(eq(billingItems.courseId, courses.id), gt(billingItems.seats, 0)))
      .innerJoin(billings, and(eq(billings.id, billingItems.billingId), hasState(billings, ADOPTED_STATES)))
      .leftJoin(present, and(eq(present.billingId, billings.id), eq(present.courseId, courses.id)))
      .where(isOwn)
      .groupBy(courses.id, institutes.id)
      .orderBy(
        desc(courses.session),
        asc(institutes.name),
        asc(courses.courseType),
        asc(courses.branch),
        courses.studyYear,
      ),
  );
}

/** Returns the offers of an offer's institute and session with empty places, this one first. */
export async function listOffersWithPlaces(scope: InstituteScope, offer: OwnOffer): Promise<AdoptedOffer[]> {
  const isBeside = and(eq(courses.instituteId, offer.instituteId), eq(courses.session, offer.session));
  const offers = await listAdoptedOffers(scope, isBeside);
  return offers
    .filter(({ seats, enrolled }) => enrolled < seats)
    .toSorted((a, b) => Number(b.id === offer.id) - Number(a.id === offer.id));
}

/** Places on a page of the register. */
const PLACES_PER_PAGE = 60;

/** A place of the register; `number` counts the places of the offer. `student` is null while it is empty. */
type RegisterPlace = {
  number: number;
  company: string;
  student: { id: string; rollEnd: string | null; fromDay: string } | null;
};

/** A student whose seat is not adopted any more. */
type LostStudent = { id: string; rollEnd: string | null; fromDay: string };

export type RegisterPage = {
  offer: OwnOffer;
  seats: number;
  enrolled: number;
  page: number;
  pages: number;
  places: RegisterPlace[];
  lost: LostStudent[];
};

/**
 * Returns a page of the register of an offer; null for an unknown id and for offers of others.
 * @param wanted the page, from 1; the last one if there are fewer
 */
export async function readRegister(
  scope: InstituteScope,
  courseId: string,
  wanted: number,
): Promise<RegisterPage | null> {
  const offer = await ownOffer(scope, courseId);
  if (!offer) return null;
  const [lines, lost, [present]] = await Promise.all([
    linesOf(courseId),
    listLost(courseId),
    db()
      .select({ students: sql<number>`count(*)`.mapWith(Number) })
      .from(enrolments)
      .innerJoin(billingItems, onAdoptedPlace)
      .innerJoin(billings, and(eq(billings.id, billingItems.billingId), hasState(billings, ADOPTED_STATES)))
      .where(and(eq(enrolments.courseId, courseId), isPresent)),
  ]);
  const seats = lines.reduce((sum, line) => sum + line.seats, 0);
  const pages = Math.max(1, Math.ceil(seats / PLACES_PER_PAGE));
  const page = Math.min(wanted, pages);
  const [from, to] = [(page - 1) * PLACES_PER_PAGE, page * PLACES_PER_PAGE];
  const parts = numberedLines(lines)
    .map((line) => ({
      ...line,
      first: Math.max(1, from - line.before + 1),
      last: Math.min(line.seats, to - line.before),
    }))
    .filter(({ first, last }) => first <= last);
  const students =
    parts.length === 0
      ? []
      : await db()
          .select({
            id: enrolments.id,
            billingId: enrolments.billingId,
            place: enrolments.place,
            rollEnd: enrolments.rollEnd,
            fromDay: enrolments.fromDay,
          })
          .from(enrolments)
          .where(
            and(
              eq(enrolments.courseId, courseId),
              isPresent,
              or(
                ...parts.map(({ billingId, first, last }) =>
                  and(eq(enrolments.billingId, billingId), gte(enrolments.place, first), lte(enrolments.place, last)),
                ),
              ),
            ),
          );
  const byPlace = new Map(students.map(({ billingId, place, ...student }) => [`${billingId} ${place}`, student]));
  const places = parts.flatMap(({ billingId, company, before, first, last }) =>
    Array.from({ length: last - first + 1 }, (_, index) => ({
      number: before + first + index,
      company,
      student: byPlace.get(`${billingId} ${first + index}`) ?? null,
    })),
  );
  return { offer, seats, enrolled: present!.students, page, pages, places, lost };
}

/** Students of the offer whose seat was given back, or whose adoption was cancelled. */
const listLost = (courseId: string): Promise<LostStudent[]> =>
  db()
    .select({ id: enrolments.id, rollEnd: enrolments.rollEnd, fromDay: enrolments.fromDay })
    .from(enrolments)
    .innerJoin(billings, eq(billings.id, enrolments.billingId))
    .leftJoin(billingItems, onAdoptedPlace)
    .where(
      and(
        eq(enrolments.courseId, courseId),
        isPresent,
        or(isNull(billingItems.billingId), not(hasState(billings, ADOPTED_STATES))),
      ),
    )
    .orderBy(enrolments.fromDay, enrolments.id);
