import 'server-only';
import { and, asc, desc, eq, gt, inArray, sql } from 'drizzle-orm';
import { db, type Database } from '@/db/client';
import { outstanding } from '@/db/balance';
import { hasState } from '@/db/conditions';
import { isLiveReservation } from '@/db/hold-conditions';
import {
  billingEvents,
  billingItems,
  billings,
  courses,
  renewalLines,
  reservationItems,
  reservations,
} from '@/db/schema';
import { ADOPTED_STATES } from '@/db/schema/billing-states';
import { isOffered } from '@/lib/catalogue/statements';
import { withQueryDeadline } from '@/lib/platform/deadline';
import { groupBy } from '@/lib/platform/group-by';
import { ownedBy, type AdoptionScope } from '@/lib/adoption/core/access';
import type { ContinuedAdoption, Renewal, RenewalLine } from './renewal-rules';

/**
 * Selects the renewals that continue adoptions of a scope, the newest first, with the lines of these adoptions.
 * @param billingId only those that continue this adoption
 */
export async function selectRenewals(
  database: Database,
  scope: AdoptionScope,
  billingId: string | null,
): Promise<Renewal[]> {
  const givenBack = database
    .select({ seats: sql<number>`coalesce(sum((${billingEvents.detail}->>'seats')::int), 0)` })
    .from(billingEvents)
    .where(
      and(
        eq(billingEvents.billingId, billings.id),
        eq(billingEvents.event, 'renewal_ended'),
        inArray(billingEvents.actor, ['sponsor', 'guest']),
      ),
    );
  // From the adoptions on: a sponsor has few of them, and there are many renewals.
  const rows = await database
    .select({
      id: reservations.id,
      isLive: sql<boolean>`${isLiveReservation(reservations)}`,
      isOffered: sql<boolean>`${isOffered}`,
      until: reservations.until,
      endedAt: reservations.endedAt,
      givenBack: sql<number>`(${givenBack})`.mapWith(Number),
      session: courses.session,
      studyYear: courses.studyYear,
      years: courses.durationYears,
      reserved: renewalLines.seats,
      unused: sql<number>`${reservationItems.seats} - ${reservationItems.usedSeats}`,
      pricePaise: sql<number>`least(${courses.pricePaise}, ${reservationItems.pricePaise})`.mapWith(Number),
      supported: sql<number>`case when ${hasState(billings, ADOPTED_STATES)} then ${billingItems.seats} else 0 end`,
      outstandingPaise:
        sql<number>`case when ${hasState(billings, ADOPTED_STATES)} then ${outstanding(billings)} else 0 end`.mapWith(
          Number,
        ),
      billingId: billings.id,
      reference: billings.reference,
      fromCourseId: renewalLines.fromCourseId,
      courseId: renewalLines.courseId,
      courseType: billingItems.courseName,
      branch: billingItems.branch,
      branchHindi: billingItems.branchHindi,
      institute: billingItems.institute,
      instituteHindi: billingItems.instituteHindi,
      city: billingItems.city,
    })
    .from(renewalLines)
    .innerJoin(billings, eq(billings.id, renewalLines.billingId))
    .innerJoin(
      billingItems,
      and(eq(billingItems.billingId, renewalLines.billingId), eq(billingItems.courseId, renewalLines.fromCourseId)),
    )
    .innerJoin(reservations, eq(reservations.id, renewalLines.reservationId))
    .innerJoin(
      reservationItems,
      and(
        eq(reservationItems.reservationId, renewalLines.reservationId),
        eq(reservationItems.courseId, renewalLines.courseId),
      ),
    )
    .innerJoin(courses, eq(courses.id, renewalLines.courseId))
    .where(and(ownedBy(scope), billingId === null ? undefined : eq(billings.id, billingId)))
    .orderBy(
      desc(reservations.createdAt),
      asc(reservations.id),
      asc(billings.verifiedAt),
      asc(billings.id),
      asc(billingItems.position),
    );
  return [...groupBy(rows, ({ id }) => id).values()].map(toRenewal);
}

type RenewalRow = Omit<RenewalLine, 'left'> &
  Pick<Renewal, 'id' | 'isLive' | 'until' | 'givenBack'> & {
    isOffered: boolean;
    endedAt: Date | null;
    session: string;
    studyYear: number;
    years: number | null;
    /** Seats of the course that are not renewed, of all lines that continue in it. */
    unused: number;
  };

/** Sums the lines of a renewal. Lines that continue in one course share what is not renewed of it, the earlier ones first. */
function toRenewal(rows: readonly RenewalRow[]): Renewal {
  const [{ id, isLive, until, endedAt }] = rows as [RenewalRow];
  const unused = new Map(rows.map((row) => [row.courseId, row.unused]));
  const shares = rows.map((row) => {
    const share = Math.min(row.reserved, unused.get(row.courseId)!);
    unused.set(row.courseId, unused.get(row.courseId)! - share);
    return share;
  });
  const lines = rows.map(
    (
      {
        isOffered: offered,
        unused: _unused,
        isLive: live,
        id: _id,
        until: _until,
        endedAt: _endedAt,
        givenBack: _given,
        session: _session,
        studyYear: _year,
        years: _years,
        ...line
      },
      at,
    ) => ({
      ...line,
      left: live && offered ? shares[at]! : 0,
    }),
  );
  const sum = (value: (line: RenewalLine, at: number) => number) =>
    lines.reduce((all, line, at) => all + value(line, at), 0);
  const same = <T>(values: readonly T[]): T | null => (new Set(values).size === 1 ? values[0]! : null);
  const adoptions = new Map(rows.map((row) => [row.billingId, row.givenBack]));
  return {
    id,
    billingId: rows[0]!.billingId,
    isLive,
    until,
    endedOn: endedAt !== null && endedAt < until ? endedAt : until,
    sessions: [...new Set(rows.map(({ session }) => session))],
    studyYear: same(rows.map(({ studyYear }) => studyYear)),
    years: same(rows.map(({ years }) => years)),
    supported: sum(({ supported }) => supported),
    reserved: sum(({ reserved }) => reserved),
    renewed: sum(({ reserved }, at) => reserved - shares[at]!),
    left: sum(({ left }) => left),
    leftPaise: sum(({ left, pricePaise }) => left * pricePaise),
    givenBack: [...adoptions.values()].reduce((all, seats) => all + seats, 0),
    lines,
  };
}

/**
 * Returns the renewals of a sponsor that have seats left, for the dashboard.
 * @throws DeadlineError if the database does not respond in time
 */
export async function openRenewals(scope: AdoptionScope): Promise<Renewal[]> {
  const found = await withQueryDeadline(selectRenewals(db(), scope, null));
  return found.filter(({ left }) => left > 0);
}

const adoptionOfRenewal = {
  id: billings.id,
  reference: billings.reference,
  session: billingItems.session,
  at: sql<Date>`${billings.verifiedAt}`.mapWith(billings.verifiedAt),
};

/** Selects the adoptions that an adoption continues: it drew seats from their renewal. */
export function selectContinued(database: Database, billingId: string): Promise<ContinuedAdoption[]> {
  const drawn = database
    .select({ id: billingItems.reservationId })
    .from(billingItems)
    .where(and(eq(billingItems.billingId, billingId), gt(billingItems.seats, 0)));
  return database
    .selectDistinct(adoptionOfRenewal)
    .from(renewalLines)
    .innerJoin(billings, eq(billings.id, renewalLines.billingId))
    .innerJoin(
      billingItems,
      and(eq(billingItems.billingId, renewalLines.billingId), eq(billingItems.courseId, renewalLines.fromCourseId)),
    )
    .where(inArray(renewalLines.reservationId, drawn))
    .orderBy(asc(billings.reference));
}

/** Selects the adoptions that draw on the renewals of an adoption. */
export function selectContinuing(database: Database, billingId: string): Promise<ContinuedAdoption[]> {
  const ownRenewals = database
    .select({ id: renewalLines.reservationId })
    .from(renewalLines)
    .where(eq(renewalLines.billingId, billingId));
  return database
    .selectDistinct(adoptionOfRenewal)
    .from(billingItems)
    .innerJoin(billings, and(eq(billings.id, billingItems.billingId), hasState(billings, ADOPTED_STATES)))
    .where(and(inArray(billingItems.reservationId, ownRenewals), gt(billingItems.reservedSeats, 0)))
    .orderBy(asc(billings.reference));
}
