import 'server-only';
import { and, asc, count, eq, exists, inArray, isNotNull, isNull, not, notExists, sql, type SQL } from 'drizzle-orm';
import { db } from '@/db/client';
import { hasPart } from '@/db/conditions';
import { admins, courses, institutes, officeInstitutes } from '@/db/schema';
import type { AreaScope } from '@/lib/accounts/administrators/session';
import { personColumns, type OfficePerson } from '@/lib/accounts/offices/queries';
import { lineOf } from '@/lib/accounts/offices/rules';
import { areaOf } from '@/lib/catalogue/areas/queries';
import { wordsOf } from '@/lib/platform/cell';
import { withQueryDeadline } from '@/lib/platform/deadline';
import { PAGE_SIZE } from '@/lib/platform/list';
import { hasLateReport, lateReports } from '@/lib/register/report-statements';
import type { OfficeFilter, OfficeState } from './schema';

/** Somebody in the office of an institute, for administrators. */
export type InstitutePerson = Omit<OfficePerson, 'instituteIds'>;

/** An institute with the people of its office, none if it has no office. */
export type InstituteOffice = {
  id: string;
  name: string;
  city: string;
  /** As in the catalogue; null if unknown. */
  contact: string | null;
  /** The line that invites the contact; null with an office, and without an e-mail address. */
  invitation: string | null;
  people: InstitutePerson[];
  /** The reports that it has not stated though their day has passed. */
  late: number;
};

/** The people of an institute, as a subquery. */
const office = () => db().select().from(officeInstitutes).where(eq(officeInstitutes.instituteId, institutes.id));

/** Condition: somebody of an office has a password. */
const hasJoined = () =>
  exists(
    db()
      .select({ id: admins.id })
      .from(officeInstitutes)
      .innerJoin(admins, eq(admins.id, officeInstitutes.adminId))
      .where(and(eq(officeInstitutes.instituteId, institutes.id), isNotNull(admins.passwordHash))),
  );

/** Condition: the contact of an institute is an e-mail address. */
const hasAddress = sql`coalesce(${institutes.contact} like '%_@_%', false)`;

const CONDITIONS: Record<OfficeState, () => SQL | undefined> = {
  office: hasJoined,
  late: () => and(hasJoined(), hasLateReport()),
  invited: () => and(exists(office()), not(hasJoined())),
  address: () => and(notExists(office()), hasAddress),
  none: () => and(notExists(office()), not(hasAddress)),
};

/** Conditions: an institute is in the area, and it or somebody in its office has all words. */
async function matching(scope: AreaScope, q: string | undefined): Promise<(SQL | undefined)[]> {
  const area = await areaOf(scope);
  const names = sql`(select string_agg(${admins.username}, ' ') from ${officeInstitutes} join ${admins} on ${admins.id} = ${officeInstitutes.adminId}
                      where ${officeInstitutes.instituteId} = ${institutes.id})`;
  const text = sql`concat_ws(' ', ${institutes.name}, ${institutes.city}, ${institutes.contact}, ${names})`;
  return [area?.institute, ...wordsOf(q).map((word) => hasPart(text, word))];
}

/**
 * Returns a page of the institutes with the people of their offices, those with an office first, then by city and name, and
 * the number of all that match.
 * @param page from 1; a page past the last has no rows
 */
export async function listInstituteOffices(
  scope: AreaScope,
  { q, state }: OfficeFilter,
  page: number,
): Promise<{ rows: InstituteOffice[]; total: number }> {
  const matches = and(...(await matching(scope, q)), state && CONDITIONS[state]());
  const [rows, total] = await withQueryDeadline(
    Promise.all([
      db()
        .select({
          id: institutes.id,
          name: institutes.name,
          city: institutes.city,
          contact: institutes.contact,
          isInvitable: sql<boolean>`(${CONDITIONS.address()})`,
        })
        .from(institutes)
        .where(matches)
        .orderBy(sql`${notExists(office())}`, asc(institutes.city), asc(institutes.name), institutes.id)
        .limit(PAGE_SIZE)
        .offset((page - 1) * PAGE_SIZE),
      db().$count(institutes, matches),
    ]),
  );
  const ids = rows.map(({ id }) => id);
  const late = lateReports(inArray(courses.instituteId, ids));
  const [people, counts] = await withQueryDeadline(
    Promise.all([
      db()
        .select({ instituteId: officeInstitutes.instituteId, ...personColumns() })
        .from(officeInstitutes)
        .innerJoin(admins, eq(admins.id, officeInstitutes.adminId))
        .where(and(isNull(admins.deactivatedAt), inArray(officeInstitutes.instituteId, ids)))
        .orderBy(sql`${admins.role} = 'clerk'`, admins.username),
      db().select({ instituteId: late.instituteId, count: count() }).from(late).groupBy(late.instituteId),
    ]),
  );
  return {
    rows: rows.map(({ isInvitable, ...row }) => ({
      ...row,
      invitation: isInvitable ? lineOf({ ...row, email: row.contact! }) : null,
      people: people.flatMap(({ instituteId, ...person }) => (instituteId === row.id ? [person] : [])),
      late: counts.find(({ instituteId }) => instituteId === row.id)?.count ?? 0,
    })),
    total,
  };
}

/** Returns the ids of the institutes that a filter finds, at most so many. */
export async function listInstituteIds(scope: AreaScope, { q, state }: OfficeFilter, most: number): Promise<string[]> {
  const matches = and(...(await matching(scope, q)), state && CONDITIONS[state]());
  const rows = await withQueryDeadline(
    db().select({ id: institutes.id }).from(institutes).where(matches).orderBy(institutes.id).limit(most),
  );
  return rows.map(({ id }) => id);
}

/**
 * Returns the institutes without an office whose contact in the catalogue is an e-mail address, by city and name: as the
 * lines with which an administrator invites them.
 * @param filter of which `state` does not count
 * @param most the number of lines
 */
export async function linesOfContacts(scope: AreaScope, { q }: OfficeFilter, most: number): Promise<string[]> {
  const rows = await withQueryDeadline(
    db()
      .select({ email: sql<string>`${institutes.contact}`, name: institutes.name, city: institutes.city })
      .from(institutes)
      .where(and(...(await matching(scope, q)), CONDITIONS.address()))
      .orderBy(asc(institutes.city), asc(institutes.name))
      .limit(most),
  );
  return rows.map(lineOf);
}

/** Returns how many institutes have an office, and how many have none; and how many have one with a late report. */
export async function countOffices(
  scope: AreaScope,
): Promise<{ withOffice: number; without: number; overdue: number }> {
  const area = await areaOf(scope);
  const [row] = await withQueryDeadline(
    db()
      .select({
        withOffice: sql<number>`count(*) filter (where ${exists(office())})`.mapWith(Number),
        without: sql<number>`count(*) filter (where ${notExists(office())})`.mapWith(Number),
        overdue: sql<number>`count(*) filter (where ${CONDITIONS.late()})`.mapWith(Number),
      })
      .from(institutes)
      .where(area?.institute),
  );
  return row!;
}
