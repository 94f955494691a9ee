import 'server-only';
import { and, asc, eq, exists, gt, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { db } from '@/db/client';
import { hasState } from '@/db/conditions';
import { billingItems, billings, enrolments } from '@/db/schema';
import { ADOPTED_STATES } from '@/db/schema/billing-states';
import { ownedBy, type AdoptionScope } from '@/lib/adoption/access';
import { withQueryDeadline } from '@/lib/platform/deadline';
import { publish, type LineProgress, type Progress } from './progress';
import { studentsByLine } from './statements';

/** A line of an adoption with its names. */
export type NamedProgress = LineProgress & {
  courseType: string;
  branch: string;
  branchHindi: string | null;
  institute: string;
  instituteHindi: string | null;
  city: string;
  session: string;
};

/**
 * Returns how many seats of an adoption have students; null while it has no adopted seats, and for adoptions of others. Small
 * numbers are hidden (publish).
 */
export async function readProgress(scope: AdoptionScope, billingId: string): Promise<Progress<NamedProgress> | null> {
  const present = studentsByLine(eq(enrolments.billingId, billingId));
  const ever = alias(enrolments, 'ever_enrolled');
  const rows = await withQueryDeadline(
    db()
      .select({
        courseType: billingItems.courseName,
        branch: billingItems.branch,
        branchHindi: billingItems.branchHindi,
        institute: billingItems.institute,
        instituteHindi: billingItems.instituteHindi,
        city: billingItems.city,
        session: billingItems.session,
        seats: billingItems.seats,
        enrolled: sql<number>`coalesce(${present.students}, 0)`.mapWith(Number),
        begun: sql<boolean>`${exists(db().select({ id: ever.id }).from(ever).where(eq(ever.courseId, billingItems.courseId)))}`,
      })
      .from(billingItems)
      .innerJoin(billings, eq(billings.id, billingItems.billingId))
      .leftJoin(
        present,
        and(eq(present.billingId, billingItems.billingId), eq(present.courseId, billingItems.courseId)),
      )
      .where(
        and(eq(billings.id, billingId), ownedBy(scope), hasState(billings, ADOPTED_STATES), gt(billingItems.seats, 0)),
      )
      .orderBy(asc(billingItems.position)),
  );
  return rows.length === 0 ? null : publish(rows);
}
