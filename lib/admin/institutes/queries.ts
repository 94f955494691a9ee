import 'server-only';
import { and, count, desc, eq, ne, sql } from 'drizzle-orm';
import { db } from '@/db/client';
import { courses, formerInstitutes, institutes } from '@/db/schema';
import type { AreaScope } from '@/lib/accounts/administrators/session';
import { INSTITUTE } from '@/lib/admin/courses/queries';
import type { AdminInstitute } from '@/lib/admin/courses/schema';
import { areaOf } from '@/lib/catalogue/areas/queries';
import { nearNames } from '@/lib/catalogue-import/institutes';
import { withQueryDeadline } from '@/lib/platform/deadline';

/** An institute as administrators see it. */
export type InstituteRecord = {
  name: string;
  city: string;
  details: AdminInstitute;
  /** Former names and merged institutes, the newest first. */
  former: { name: string; isMerged: boolean; endedAt: Date }[];
  /** Its offers, and their seats. */
  offers: { total: number; open: number; seats: number; adopted: number };
  /** The other institutes of its city by name, those with nearly the same name first. */
  others: { id: string; name: string; isNear: boolean }[];
};

/** Returns an institute; null for an unknown id. */
export async function readInstituteRecord(scope: AreaScope, id: string): Promise<InstituteRecord | null> {
  const area = await areaOf(scope);
  const [[found], former, [offers], others] = await withQueryDeadline(
    Promise.all([
      db()
        .select({ name: institutes.name, city: institutes.city, details: INSTITUTE })
        .from(institutes)
        .where(and(eq(institutes.id, id), area?.institute)),
      db()
        .select({
          name: formerInstitutes.name,
          isMerged: formerInstitutes.isMerged,
          endedAt: formerInstitutes.endedAt,
        })
        .from(formerInstitutes)
        .where(eq(formerInstitutes.instituteId, id))
        .orderBy(desc(formerInstitutes.endedAt), formerInstitutes.name),
      db()
        .select({
          total: count(),
          open: sql<number>`count(*) filter (where ${courses.isOpen})`.mapWith(Number),
          seats: sql<number>`coalesce(sum(${courses.totalSeats}), 0)`.mapWith(Number),
          adopted: sql<number>`coalesce(sum(${courses.adoptedSeats}), 0)`.mapWith(Number),
        })
        .from(courses)
        .where(eq(courses.instituteId, id)),
      db()
        .select({ id: institutes.id, name: institutes.name })
        .from(institutes)
        .where(
          and(
            sql`lower(${institutes.city}) = (select lower(city) from ${institutes} this where this.id = ${id})`,
            ne(institutes.id, id),
            area?.institute,
          ),
        )
        .orderBy(institutes.name, institutes.id),
    ]),
  );
  if (!found) return null;
  const near = nearNames(
    found.name,
    others.map(({ name }) => name),
  );
  return {
    ...found,
    former,
    offers: offers!,
    others: others
      .map((other) => ({ ...other, isNear: near.has(other.name) }))
      .toSorted((one, other) => Number(other.isNear) - Number(one.isNear)),
  };
}
