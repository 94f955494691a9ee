import 'server-only';
import { and, asc, desc, eq, gt, inArray, sql } from 'drizzle-orm';
import { db, type Database } from '@/db/client';
import { hasState } from '@/db/conditions';
import { isLiveReservation } from '@/db/hold-conditions';
import { billingItems, billings, courses, renewalLines, reservationItems, reservations } from '@/db/schema';
import { ADOPTED_STATES } from '@/db/schema/billing-states';
import { isOffered } from '@/lib/catalogue/statements';
import { withQueryDeadline } from '@/lib/platform/deadline';
import { ownedBy, type AdoptionScope } from './access';
import type { ContinuedAdoption, Renewal } from './renewal-rules';

/**
 * Selects the renewals that continue adoptions of a scope, the newest first.
 * @param billingId only those that continue this adoption
 */
export async function selectRenewals(
  database: Database,
  scope: AdoptionScope,
  billingId: string | null,
): Promise<Renewal[]> {
  // From the adoptions on: a sponsor has few of them, and there are many renewals.
  const ownRenewals = database.$with('own').as(
    database
      .select({
        reservationId: renewalLines.reservationId,
        billingId: sql<string>`min(${billings.id}::text)`.as('billing_id'),
      })
      .from(renewalLines)
      .innerJoin(billings, eq(billings.id, renewalLines.billingId))
      .where(and(ownedBy(scope), billingId === null ? undefined : eq(billings.id, billingId)))
      .groupBy(renewalLines.reservationId),
  );
  const left = sql<number>`(${reservationItems.seats} - ${reservationItems.usedSeats})`;
  const isOpen = sql`${isOffered} and ${isLiveReservation(reservations)}`;
  const sum = (seats: typeof left, is = sql`true`) => sql<number>`coalesce(sum(${seats}) filter (where ${is}), 0)`;
  /** The present seats of the lines that continue. */
  const supported = database
    .select({ seats: sql<number>`coalesce(sum(${billingItems.seats}), 0)` })
    .from(renewalLines)
    .innerJoin(
      billingItems,
      and(eq(billingItems.billingId, renewalLines.billingId), eq(billingItems.courseId, renewalLines.fromCourseId)),
    )
    .innerJoin(billings, and(eq(billings.id, renewalLines.billingId), hasState(billings, ADOPTED_STATES)))
    .where(eq(renewalLines.reservationId, reservations.id));
  const rows = await database
    .with(ownRenewals)
    .select({
      id: reservations.id,
      billingId: ownRenewals.billingId,
      isLive: sql<boolean>`${isLiveReservation(reservations)}`,
      until: reservations.until,
      endedAt: reservations.endedAt,
      sessions: sql<string[]>`array_agg(distinct ${courses.session})`,
      // Null if they differ.
      studyYear: sql<
        number | null
      >`case when min(${courses.studyYear}) = max(${courses.studyYear}) then min(${courses.studyYear}) end`,
      years: sql<
        number | null
      >`case when min(${courses.durationYears}) = max(${courses.durationYears}) then min(${courses.durationYears}) end`,
      supported: sql<number>`(${supported})`,
      reserved: sum(sql`${reservationItems.seats}`),
      renewed: sum(sql`${reservationItems.usedSeats}`),
      left: sum(left, isOpen),
      leftPaise: sum(sql`${left} * least(${courses.pricePaise}, ${reservationItems.pricePaise})`, isOpen),
    })
    .from(ownRenewals)
    .innerJoin(reservations, eq(reservations.id, ownRenewals.reservationId))
    .innerJoin(reservationItems, eq(reservationItems.reservationId, reservations.id))
    .innerJoin(courses, eq(courses.id, reservationItems.courseId))
    .groupBy(reservations.id, ownRenewals.billingId)
    .orderBy(desc(reservations.createdAt), asc(reservations.id));
  return rows.map(({ endedAt, ...row }) => ({
    ...row,
    endedOn: endedAt !== null && endedAt < row.until ? endedAt : row.until,
  }));
}

/**
 * Returns the renewals of a sponsor that have seats left, for the dashboard.
 * @throws DeadlineError if the database does not respond in time
 */
export async function openRenewals(scope: AdoptionScope): Promise<Renewal[]> {
  const found = await withQueryDeadline(selectRenewals(db(), scope, null));
  return found.filter(({ left }) => left > 0);
}

/** Selects the adoptions that an adoption continues: it drew seats from their renewal. */
export function selectContinued(database: Database, billingId: string): Promise<ContinuedAdoption[]> {
  const drawn = database
    .select({ id: billingItems.reservationId })
    .from(billingItems)
    .where(and(eq(billingItems.billingId, billingId), gt(billingItems.seats, 0)));
  return database
    .selectDistinct({ id: billings.id, reference: billings.reference, session: billingItems.session })
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
    .selectDistinct({ id: billings.id, reference: billings.reference, session: billingItems.session })
    .from(billingItems)
    .innerJoin(billings, and(eq(billings.id, billingItems.billingId), hasState(billings, ADOPTED_STATES)))
    .where(and(inArray(billingItems.reservationId, ownRenewals), gt(billingItems.reservedSeats, 0)))
    .orderBy(asc(billings.reference));
}
