import 'server-only';
import { and, eq, gt, inArray, isNull, sql, type SQL, type SQLWrapper } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Database } from '@/db/client';
import { adminSessions, admins, auditLog } from '@/db/schema';
import type { AdminRole } from '@/db/schema/enums';
import { HttpError } from '@/lib/platform/errors';
import { FINANCE_ROLES, OWNER_ROLES, type AccountRole } from './roles';
import { isUnlimitedAccount, type AccountScope } from './session';

const isOneOf = (role: SQLWrapper, roles: readonly AdminRole[]): SQL =>
  sql`${role} in (${sql.raw(roles.map((each) => `'${each}'`).join(', '))})`;

/**
 * Locks the account of an administrator or office, then the session. Call it after the locks that a transaction may wait for: a
 * request that was authorised before the account was closed, and waited meanwhile, changes nothing, and closing an account
 * does not wait for it.
 * @throws HttpError 401 'admin.session_ended' if the session ended, or the account has none of the roles any more
 */
export async function requireActingAdmin(
  { adminId, sessionId }: AccountScope,
  roles: readonly AccountRole[],
  tx: Database,
): Promise<void> {
  const [session] = await tx
    .select({ id: adminSessions.id })
    .from(admins)
    .innerJoin(adminSessions, eq(adminSessions.adminId, admins.id))
    .where(
      and(
        eq(admins.id, adminId),
        isNull(admins.deactivatedAt),
        inArray(admins.role, roles),
        eq(adminSessions.id, sessionId),
        gt(adminSessions.expiresAt, sql`now()`),
      ),
    )
    .for('share');
  if (!session) throw new HttpError('admin.session_ended');
}

/** Days for which an administrator who lost the right to confirm still counts as a second one. */
const SECOND_ADMIN_DAYS = 7;

/**
 * Condition: somebody else could take the second step, now or at any time since the first one, and in any case in the last
 * SECOND_ADMIN_DAYS. Otherwise an owner could be alone for a moment by changing the roles of the others. An
 * installation may have one administrator, who then takes both steps.
 * @param admin the id of the administrator
 * @param since the time of the first step
 * @param roles those that may take the second step
 */
export function hasSecondAdmin(admin: SQL, since: SQLWrapper, roles = FINANCE_ROLES): SQL<boolean> {
  const [other, change] = [alias(admins, 'other_admin'), alias(auditLog, 'admin_change')];
  return sql`(
  exists (select from ${admins} ${other} where ${other.id} <> ${admin} and ${other.deactivatedAt} is null
             and ${other.passwordHash} is not null and ${isOneOf(other.role, roles)} and ${isUnlimitedAccount(other.id)})
  or exists (select from ${auditLog} ${change} where ${change.action} = 'admin.changed' and ${change.subject} <> (${admin})::text
                and ${change.at} > least(${since}, now() - interval '${sql.raw(String(SECOND_ADMIN_DAYS))} days')
                and ${isOneOf(sql`${change.before}->>'role'`, roles)} and (${change.before}->>'active')::boolean))`;
}

/** Whether somebody else is, or was since this time, an owner: hasSecondAdmin for what only owners do. */
export async function hasSecondOwner(adminId: string, since: SQL, tx: Database): Promise<boolean> {
  const condition = hasSecondAdmin(sql`${adminId}::uuid`, since, OWNER_ROLES);
  const [row] = await tx.execute<{ holds: boolean }>(sql`select ${condition} as holds`);
  return row!.holds;
}
