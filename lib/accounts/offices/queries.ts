import 'server-only';
import { and, asc, eq, exists, inArray, isNotNull, isNull, not, notExists, sql, type SQL } from 'drizzle-orm';
import { db } from '@/db/client';
import { likeText } from '@/db/conditions';
import { admins, adminSessions, institutes, officeInstitutes } from '@/db/schema';
import type { OfficeRole } from '@/lib/accounts/administrators/roles';
import { hasFactor, type AdminScope } from '@/lib/accounts/administrators/session';
import { cellText } from '@/lib/platform/cell';
import { withQueryDeadline } from '@/lib/platform/deadline';
import { PAGE_SIZE } from '@/lib/platform/list';
import type { OfficeFilter, OfficeState } from './schema';
import { instituteIds, type InstituteScope } from './session';

/** Somebody in an office, for colleagues and administrators. */
type OfficePerson = {
  id: string;
  username: string;
  role: OfficeRole;
  /** 'Institute, city' of each that the viewer may see. */
  institutes: string[];
  isInvited: boolean;
  hasFactor: boolean;
  /** Null if there is no session. */
  lastUsedAt: Date | null;
};

const personColumns = () => ({
  id: admins.id,
  username: admins.username,
  role: sql<OfficeRole>`${admins.role}`,
  isInvited: sql<boolean>`${admins.passwordHash} is null`,
  hasFactor: hasFactor(),
  lastUsedAt:
    sql<Date | null>`(select max(${adminSessions.lastUsedAt}) from ${adminSessions} where ${adminSessions.adminId} = ${admins.id})`.mapWith(
      adminSessions.lastUsedAt,
    ),
});

const selectPeople = () =>
  db()
    .select({
      ...personColumns(),
      institutes: sql<
        string[]
      >`array_agg(${institutes.name} || ', ' || ${institutes.city} order by ${institutes.name})`,
    })
    .from(admins)
    .innerJoin(officeInstitutes, eq(officeInstitutes.adminId, admins.id))
    .innerJoin(institutes, eq(institutes.id, officeInstitutes.instituteId))
    .groupBy(admins.id)
    .$dynamic();

/** Returns everybody who works for the institutes of an office, heads first. */
export const listColleagues = (scope: InstituteScope): Promise<OfficePerson[]> =>
  withQueryDeadline(
    selectPeople()
      .where(and(isNull(admins.deactivatedAt), inArray(institutes.id, instituteIds(scope))))
      .orderBy(sql`${admins.role} = 'clerk'`, admins.username),
  );

/** Somebody in the office of an institute, for administrators. */
export type InstitutePerson = Omit<OfficePerson, 'institutes'>;

/** An institute with the people of its office, none if it has no office. */
export type InstituteOffice = {
  id: string;
  name: string;
  city: string;
  /** As in the catalogue; null if unknown. */
  contact: string | null;
  people: InstitutePerson[];
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
  invited: () => and(exists(office()), not(hasJoined())),
  address: () => and(notExists(office()), hasAddress),
  none: () => and(notExists(office()), not(hasAddress)),
};

/** Conditions: an institute, or somebody in its office, has all words. */
function matching(q: string | undefined): SQL[] {
  const words = cellText(q ?? '')
    .split(' ')
    .filter(Boolean);
  const names = sql`(select string_agg(${admins.username}, ' ') from ${officeInstitutes} join ${admins} on ${admins.id} = ${officeInstitutes.adminId}
                      where ${officeInstitutes.instituteId} = ${institutes.id})`;
  const text = sql`concat_ws(' ', ${institutes.name}, ${institutes.city}, ${institutes.contact}, ${names})`;
  return words.map((word) => sql`${text} ilike ${`%${likeText(word)}%`}`);
}

/**
 * Returns a page of the institutes with the people of their offices, those with an office first, then by city and name, and
 * the number of all that match.
 * @param page from 1; a page past the last has no rows
 */
export async function listInstituteOffices(
  _scope: AdminScope,
  { q, state }: OfficeFilter,
  page: number,
): Promise<{ rows: InstituteOffice[]; total: number }> {
  const matches = and(...matching(q), state && CONDITIONS[state]());
  const [rows, total] = await withQueryDeadline(
    Promise.all([
      db()
        .select({ id: institutes.id, name: institutes.name, city: institutes.city, contact: institutes.contact })
        .from(institutes)
        .where(matches)
        .orderBy(sql`${notExists(office())}`, asc(institutes.city), asc(institutes.name), institutes.id)
        .limit(PAGE_SIZE)
        .offset((page - 1) * PAGE_SIZE),
      db().$count(institutes, matches),
    ]),
  );
  const people = await withQueryDeadline(
    db()
      .select({ instituteId: officeInstitutes.instituteId, ...personColumns() })
      .from(officeInstitutes)
      .innerJoin(admins, eq(admins.id, officeInstitutes.adminId))
      .where(
        and(
          isNull(admins.deactivatedAt),
          inArray(
            officeInstitutes.instituteId,
            rows.map(({ id }) => id),
          ),
        ),
      )
      .orderBy(sql`${admins.role} = 'clerk'`, admins.username),
  );
  return {
    rows: rows.map((row) => ({
      ...row,
      people: people.flatMap(({ instituteId, ...person }) => (instituteId === row.id ? [person] : [])),
    })),
    total,
  };
}

/**
 * Returns the institutes without an office whose contact in the catalogue is an e-mail address, by city and name: as the
 * lines with which an administrator invites them.
 * @param filter of which `state` does not count
 * @param most the number of lines
 */
export async function linesOfContacts(_scope: AdminScope, { q }: OfficeFilter, most: number): Promise<string[]> {
  const rows = await withQueryDeadline(
    db()
      .select({ contact: institutes.contact, name: institutes.name, city: institutes.city })
      .from(institutes)
      .where(and(...matching(q), CONDITIONS.address()))
      .orderBy(asc(institutes.city), asc(institutes.name))
      .limit(most),
  );
  return rows.map(({ contact, name, city }) => `${contact}; ${name}; ${city}`);
}

/** Returns how many institutes with offers have an office, and how many have none. */
export async function countOffices(_scope: AdminScope): Promise<{ withOffice: number; without: number }> {
  const [row] = await db()
    .select({
      withOffice: sql<number>`count(*) filter (where ${exists(office())})`.mapWith(Number),
      without: sql<number>`count(*) filter (where ${notExists(office())})`.mapWith(Number),
    })
    .from(institutes);
  return row!;
}
