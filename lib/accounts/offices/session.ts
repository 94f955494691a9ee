import 'server-only';
import { eq, inArray } from 'drizzle-orm';
import { db, type Database } from '@/db/client';
import { institutes, officeInstitutes } from '@/db/schema';
import type { OfficeRole } from '@/db/schema/enums';
import { isOfficeRole } from '@/lib/accounts/administrators/roles';
import { accountOfPage, requireAccount, type AccountScope } from '@/lib/accounts/administrators/session';
import { requireActingAdmin } from '@/lib/accounts/administrators/statements';
import { HttpError } from '@/lib/platform/errors';

/** An institute that an office works for. */
export type OfficeInstitute = { id: string; name: string; hindi: string | null; city: string };

/**
 * Proof that a request comes from this signed-in account of an office, with its institutes at the time of the request.
 * Only requireInstitute and officeOfPage create one, and every query for offices requires it and reads nothing of other
 * institutes. An administrator's token or cookie never yields one.
 */
export type InstituteScope = AccountScope & {
  readonly role: OfficeRole;
  /** By name; empty for an account that lost its last institute. */
  readonly institutes: readonly OfficeInstitute[];
};

/** Authenticates an API request of an office like requireAccount; the token of an administrator is none. */
export async function requireInstitute(request: Request): Promise<InstituteScope> {
  const scope = await withInstitutes(await requireAccount(request));
  if (!scope) throw new HttpError('admin.session_ended');
  return scope;
}

/** Returns the office of the page request's cookie, or null. Call it in every page of an office. */
export async function officeOfPage(): Promise<InstituteScope | null> {
  const scope = await accountOfPage();
  return scope && withInstitutes(scope);
}

async function withInstitutes(scope: AccountScope): Promise<InstituteScope | null> {
  if (!isOfficeRole(scope.role)) return null;
  const { id, name, hindi, city } = institutes;
  const ownInstitutes = await db()
    .select({ id, name, hindi, city })
    .from(officeInstitutes)
    .innerJoin(institutes, eq(id, officeInstitutes.instituteId))
    .where(eq(officeInstitutes.adminId, scope.adminId))
    .orderBy(name, city, id);
  return { ...scope, role: scope.role, institutes: ownInstitutes };
}

/** The ids of the institutes of an office, for the condition of a query. */
export const instituteIds = ({ institutes: own }: InstituteScope): string[] => own.map(({ id }) => id);

/**
 * Locks account, session and the right to an institute like requireActingAdmin, so that somebody who was removed while a
 * request ran changes nothing.
 * @throws HttpError 401 'admin.session_ended' if the account may not act for the institutes any more
 */
export async function requireActingOffice(
  scope: InstituteScope,
  { roles, institutes: needed }: { roles: readonly OfficeRole[]; institutes: readonly string[] },
  tx: Database,
): Promise<void> {
  await requireActingAdmin(scope, roles, tx);
  const held = await tx
    .select({ id: officeInstitutes.instituteId })
    .from(officeInstitutes)
    .where(eq(officeInstitutes.adminId, scope.adminId))
    .orderBy(officeInstitutes.instituteId)
    .for('share');
  if (needed.some((id) => !held.some((each) => each.id === id))) throw new HttpError('admin.session_ended');
}

/** Condition: an institute is one of the office's. @param institute its id */
export const isOwnInstitute = (scope: InstituteScope, institute: Parameters<typeof inArray>[0]) =>
  inArray(institute, instituteIds(scope));
