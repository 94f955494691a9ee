import 'server-only';
import { and, asc, eq, exists, inArray, isNull, notExists, sql } from 'drizzle-orm';
import { db } from '@/db/client';
import { admins, adminSessions, institutes, officeInstitutes } from '@/db/schema';
import { OFFICE_ROLES, type OfficeRole } from '@/lib/accounts/administrators/roles';
import { hasFactor, type AdminScope } from '@/lib/accounts/administrators/session';
import { withQueryDeadline } from '@/lib/platform/deadline';
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

const selectPeople = () =>
  db()
    .select({
      id: admins.id,
      username: admins.username,
      role: sql<OfficeRole>`${admins.role}`,
      institutes: sql<
        string[]
      >`array_agg(${institutes.name} || ', ' || ${institutes.city} order by ${institutes.name})`,
      isInvited: sql<boolean>`${admins.passwordHash} is null`,
      hasFactor: hasFactor(),
      lastUsedAt:
        sql<Date | null>`(select max(${adminSessions.lastUsedAt}) from ${adminSessions} where ${adminSessions.adminId} = ${admins.id})`.mapWith(
          adminSessions.lastUsedAt,
        ),
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

/** Returns everybody in an office for administrators, by username. */
export const listOfficePeople = (_scope: AdminScope): Promise<OfficePerson[]> =>
  withQueryDeadline(
    selectPeople()
      .where(and(isNull(admins.deactivatedAt), inArray(admins.role, OFFICE_ROLES)))
      .orderBy(admins.username),
  );

/**
 * Returns the institutes without an office whose contact in the catalogue is an e-mail address, by city and name: as the
 * lines with which an administrator invites them.
 * @param most the number of lines
 */
export async function linesOfContacts(_scope: AdminScope, most: number): Promise<string[]> {
  const office = db().select().from(officeInstitutes).where(eq(officeInstitutes.instituteId, institutes.id));
  const rows = await db()
    .select({ contact: institutes.contact, name: institutes.name, city: institutes.city })
    .from(institutes)
    .where(and(sql`${institutes.contact} like '%_@_%'`, notExists(office)))
    .orderBy(asc(institutes.city), asc(institutes.name))
    .limit(most);
  return rows.map(({ contact, name, city }) => `${contact}; ${name}; ${city}`);
}

/** Returns how many institutes with offers have an office, and how many have none. */
export async function countOffices(_scope: AdminScope): Promise<{ withOffice: number; without: number }> {
  const office = db().select().from(officeInstitutes).where(eq(officeInstitutes.instituteId, institutes.id));
  const [row] = await db()
    .select({
      withOffice: sql<number>`count(*) filter (where ${exists(office)})`.mapWith(Number),
      without: sql<number>`count(*) filter (where ${notExists(office)})`.mapWith(Number),
    })
    .from(institutes);
  return row!;
}
