import 'server-only';
import { and, eq, gt, inArray, isNull, lte, sql } from 'drizzle-orm';
import { db, type Database } from '@/db/client';
import { adminPasswordLinks, admins, adminSessions, officeInstitutes } from '@/db/schema';
import { transaction } from '@/db/transaction';
import { ADMIN_ROLES, type AdminRole } from '@/db/schema/enums';
import { recordAction } from '@/lib/accounts/audit-log/mutations';
import type { Limited, Outcome } from '@/lib/platform/errors';
import { ADMIN_LINK_HOURS } from '@/lib/platform/limits';
import { countNewPassword } from '@/lib/platform/new-password';
import { hashPassword } from '@/lib/platform/password';
import { hashToken, makeToken, secretLink } from '@/lib/platform/secret-token';
import { passwordProblem } from './new-password';
import { mayBeLimited, storeArea, type NamedArea } from './areas';
import { usernameKey, usernameProblem } from './rules';
import { passwordFailures } from './second-factor';
import type { AdminScope } from './session';

/** A one-time link to /admin/set-password. */
type PasswordLink = { url: string; expiresAt: Date };

const urlOf = (token: string) => secretLink('/admin/set-password', token);

/**
 * Stores a new link of an account; an earlier one ends.
 * @param hours for which it works
 * @returns when it ends
 */
export async function storePasswordLink(
  tx: Database,
  { adminId, token, hours }: { adminId: string; token: string; hours: number },
): Promise<Date> {
  const link = { tokenHash: hashToken(token), expiresAt: sql`now() + ${hours} * interval '1 hour'` };
  const [stored] = await tx
    .insert(adminPasswordLinks)
    .values({ adminId, ...link })
    .onConflictDoUpdate({ target: adminPasswordLinks.adminId, set: link })
    .returning({ expiresAt: adminPasswordLinks.expiresAt });
  return stored!.expiresAt;
}

/**
 * Creates an administrator without a password, and the link with which the person sets one.
 * @param area what the account is limited to, if so
 * @returns the id and the link; 'admin.username_form', 'admin.username_taken', or 'admin.area_role' for a role that cannot be limited
 */
export async function inviteAdmin(
  by: AdminScope,
  { username, role, area }: { username: string; role: AdminRole; area?: NamedArea },
): Promise<Outcome<{ id: string; link: PasswordLink }>> {
  const [name, token] = [usernameKey(username), makeToken()];
  const problem = usernameProblem(name);
  if (problem) return { ok: false, ...problem };
  const lines = area?.lines ?? [];
  if (lines.length > 0 && !mayBeLimited(role)) return { ok: false, code: 'admin.area_role' };
  return transaction(async (tx) => {
    const [created] = await tx
      .insert(admins)
      .values({ username: name, role })
      .onConflictDoNothing()
      .returning({ id: admins.id });
    if (!created) return { ok: false, code: 'admin.username_taken' };
    const { id } = created;
    const expiresAt = await storePasswordLink(tx, { adminId: id, token, hours: ADMIN_LINK_HOURS.invitation });
    if (area) await storeArea(tx, id, area);
    const after = { username: name, role, ...(lines.length > 0 && { area: lines.join(', ') }) };
    await recordAction(by, { action: 'admin.invited', subject: id, after }, tx);
    return { ok: true, id, link: { url: urlOf(token), expiresAt } };
  });
}

/**
 * Creates a link with which an administrator sets another password, or the first one. An earlier link of the account
 * ends. The present password is valid until the link is used.
 * @returns null if there is no such active administrator
 */
export function makePasswordLink(scope: AdminScope, id: string): Promise<PasswordLink | null> {
  const token = makeToken();
  return transaction(async (tx) => {
    const [account] = await tx
      .select({ username: admins.username, passwordHash: admins.passwordHash })
      .from(admins)
      .where(and(eq(admins.id, id), inArray(admins.role, ADMIN_ROLES), isNull(admins.deactivatedAt)));
    if (!account) return null;
    const { invitation, reset } = ADMIN_LINK_HOURS;
    const hours = account.passwordHash === null ? invitation : reset;
    const expiresAt = await storePasswordLink(tx, { adminId: id, token, hours });
    const entry = { action: 'admin.link_made', subject: id, after: { username: account.username } } as const;
    await recordAction(scope, entry, tx);
    return { url: urlOf(token), expiresAt };
  });
}

/**
 * Sets the password of the administrator whom a link belongs to, ends all sessions of the account, and clears its failed
 * logins. It deletes the link, so of two requests with one link one succeeds.
 * @returns 'admin.link_invalid', 'auth.too_many_attempts' with the seconds to wait, or a problem of the password, after
 * which the link is still valid
 */
export async function setPasswordByLink(token: string, password: string): Promise<Limited<object>> {
  const isLive = and(eq(adminPasswordLinks.tokenHash, hashToken(token)), gt(adminPasswordLinks.expiresAt, sql`now()`));
  const [account] = await db()
    .select({ username: admins.username })
    .from(adminPasswordLinks)
    .innerJoin(admins, eq(admins.id, adminPasswordLinks.adminId))
    .where(and(isLive, isNull(admins.deactivatedAt)));
  if (!account) return { ok: false, code: 'admin.link_invalid' };
  const name = usernameKey(account.username);
  const tooMany = await countNewPassword('admin', name);
  if (tooMany) return tooMany;
  const problem = await passwordProblem(name, password);
  if (problem) return { ok: false, ...problem };
  const passwordHash = await hashPassword(password);
  const isChanged = await transaction(async (tx) => {
    const [used] = await tx.delete(adminPasswordLinks).where(isLive).returning({ id: adminPasswordLinks.adminId });
    if (!used) return false;
    const [former] = await tx
      .select({ passwordHash: admins.passwordHash })
      .from(admins)
      .where(eq(admins.id, used.id))
      .for('no key update');
    const [changed] = await tx
      .update(admins)
      .set({ passwordHash, updatedAt: sql`now()` })
      .where(and(eq(admins.id, used.id), isNull(admins.deactivatedAt)))
      .returning({ adminId: admins.id, username: admins.username });
    if (!changed) return false;
    const { adminId, username } = changed;
    if (former!.passwordHash === null)
      await tx
        .update(officeInstitutes)
        .set({ createdAt: sql`now()` })
        .where(eq(officeInstitutes.adminId, adminId));
    // It sees the sessions opened with the old password while the change waited for them.
    await tx.delete(adminSessions).where(eq(adminSessions.adminId, adminId));
    await recordAction(changed, { action: 'admin.password_changed', subject: adminId, after: { username } }, tx);
    return true;
  });
  if (!isChanged) return { ok: false, code: 'admin.link_invalid' };
  await passwordFailures.forget(name);
  return { ok: true };
}

/** Deletes links that ended, which no request accepts anyway. Returns their number. */
export async function purgePasswordLinks(): Promise<number> {
  const { count } = await db()
    .delete(adminPasswordLinks)
    .where(lte(adminPasswordLinks.expiresAt, sql`now()`));
  return count;
}
