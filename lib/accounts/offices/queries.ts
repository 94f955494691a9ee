import 'server-only';
import { and, eq, inArray, isNull, sql } from 'drizzle-orm';
import { db } from '@/db/client';
import { admins, adminSessions, institutes, officeInstitutes } from '@/db/schema';
import type { OfficeRole } from '@/db/schema/enums';
import { hasFactor } from '@/lib/accounts/administrators/session';
import { withQueryDeadline } from '@/lib/platform/deadline';
import { instituteIds, type InstituteScope } from './session';

/** Somebody in an office. */
export type OfficePerson = {
  id: string;
  username: string;
  role: OfficeRole;
  /** Of the institutes that the viewer may see. */
  instituteIds: string[];
  isInvited: boolean;
  hasFactor: boolean;
  /** Null if there is no session. */
  lastUsedAt: Date | null;
};

/** What is known of somebody in an office, of `admins`. */
export const personColumns = () => ({
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
      instituteIds: sql<string[]>`array_agg(${institutes.id} order by ${institutes.name}, ${institutes.city})`,
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
