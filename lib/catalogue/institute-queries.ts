import 'server-only';
import { and, desc, eq, exists, gt, sql } from 'drizzle-orm';
import { cache } from 'react';
import { db } from '@/db/client';
import { hasState } from '@/db/conditions';
import { billingItems, billings, courses, formerInstitutes, institutes } from '@/db/schema';
import { ADOPTED_STATES } from '@/db/schema/billing-states';
import { withQueryDeadline } from '@/lib/platform/deadline';
import { isUuid } from '@/lib/platform/uuid';
import type { InstituteDetails } from './institute-details';
import type { InstituteTexts } from './institute-texts';
import { listCourses } from './queries';
import { byTypeThenBranch } from './rules';
import type { Course } from './schema';
import { isOffered } from './statements';
import type { PersonId } from '@/lib/accounts/session';

/** Companies on the page of an institute. */
const MAX_COMPANIES = 100;

/** A company that allows its name here, with its adopted seats of one calendar year of India. */
export type AdoptingCompany = { company: string; seats: number; year: number };

/** An institute as its public page shows it: the open courses by type and branch, and the companies, newest first. */
export type InstitutePage = InstituteDetails & {
  id: string;
  /** A phone number besides an e-mail address in `contact`. */
  phone: string | null;
  /** What its office says. */
  texts: InstituteTexts;
  name: string;
  city: string;
  courses: Course[];
  companies: AdoptingCompany[];
  /** Names that it had before, and institutes that became a part of it, the newest first. */
  former: string[];
};

/**
 * Returns an institute with its open courses and the companies that adopted seats there and allow their name; null for
 * an unknown id. Read once per request for page and metadata.
 * @param holder the sponsor whose own held seats count as left
 * @throws DeadlineError if the database does not respond in time
 */
export const readInstitute = cache(async (id: string, holder?: PersonId): Promise<InstitutePage | null> => {
  if (!isUuid(id)) return null;
  const { name, city, number, hindi, address, website, kind, contact, phone, texts } = institutes;
  const [[institute], openCourses, companies, former] = await Promise.all([
    withQueryDeadline(
      db()
        .select({ id: institutes.id, name, city, number, hindi, address, website, kind, contact, phone, texts })
        .from(institutes)
        .where(eq(institutes.id, id)),
    ),
    listCourses({ instituteId: id, holder }),
    adoptingCompanies(id),
    formerNames(id),
  ]);
  return institute ? { ...institute, courses: openCourses.toSorted(byTypeThenBranch), companies, former } : null;
});

/** Returns the id of the institute that the one with this id has become a part of; null if it has not. */
export async function institutePartOf(id: string): Promise<string | null> {
  if (!isUuid(id)) return null;
  const isMerged = and(eq(formerInstitutes.id, id), eq(formerInstitutes.isMerged, true));
  const [found] = await withQueryDeadline(
    db().select({ instituteId: formerInstitutes.instituteId }).from(formerInstitutes).where(isMerged),
  );
  return found?.instituteId ?? null;
}

async function formerNames(id: string): Promise<string[]> {
  const rows = await withQueryDeadline(
    db()
      .select({ name: formerInstitutes.name })
      .from(formerInstitutes)
      .where(eq(formerInstitutes.instituteId, id))
      .orderBy(desc(formerInstitutes.endedAt), formerInstitutes.name),
  );
  return rows.map(({ name }) => name);
}

/**
 * Returns the companies that allow their name and have paid at least a part, with the seats that are adopted now: no
 * cancelled or lapsed ones.
 */
async function adoptingCompanies(instituteId: string): Promise<AdoptingCompany[]> {
  const adopted = db()
    .select({
      company: sql<string>`trim(${billings.sponsor}->>'company')`.as('company'),
      seats: billingItems.seats,
      verifiedAt: billings.verifiedAt,
      year: sql<number>`extract(year from ${billings.verifiedAt} at time zone 'Asia/Kolkata')`.as('year'),
    })
    .from(billings)
    .innerJoin(billingItems, eq(billingItems.billingId, billings.id))
    .innerJoin(courses, eq(courses.id, billingItems.courseId))
    .where(
      and(
        billings.showCompany,
        hasState(billings, ADOPTED_STATES),
        gt(billingItems.seats, 0),
        gt(billings.receivedPaise, billings.refundedPaise),
        eq(courses.instituteId, instituteId),
      ),
    )
    .as('adopted');
  const seats = sql<number>`sum(${adopted.seats})`;
  const name = sql`lower(${adopted.company})`;
  return withQueryDeadline(
    db()
      .select({
        company: sql<string>`(array_agg(${adopted.company} order by ${adopted.verifiedAt} desc))[1]`,
        seats,
        year: adopted.year,
      })
      .from(adopted)
      .where(sql`${adopted.company} <> ''`)
      .groupBy(adopted.year, name)
      .orderBy(desc(adopted.year), desc(seats), name)
      .limit(MAX_COMPANIES),
  );
}

/** Returns the ids of all institutes with open courses, for the sitemap. */
export async function listInstituteIds(): Promise<string[]> {
  const openCourses = db()
    .select({ id: courses.id })
    .from(courses)
    .where(and(eq(courses.instituteId, institutes.id), isOffered));
  const rows = await withQueryDeadline(
    db()
      .select({ id: institutes.id })
      .from(institutes)
      .where(exists(openCourses))
      .orderBy(sql`lower(${institutes.city})`, sql`lower(${institutes.name})`, institutes.id),
  );
  return rows.map(({ id }) => id);
}
