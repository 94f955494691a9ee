import 'server-only';
import { isDeepStrictEqual } from 'node:util';
import { and, eq, inArray, ne, not, or, sql } from 'drizzle-orm';
import { db } from '@/db/client';
import { admins, adminSessions, auditLog } from '@/db/schema';
import { transaction } from '@/db/transaction';
import { ADMIN_ROLES, type AdminRole } from '@/db/schema/enums';
import { recordAction } from '@/lib/accounts/audit-log/mutations';
import type { Limited, Outcome } from '@/lib/platform/errors';
import type { Locale } from '@/lib/platform/i18n/locale';
import { hashPassword, verifyPassword } from '@/lib/platform/password';
import { passwordProblem } from './new-password';
import { findAdmin } from './queries';
import { mayBeLimited, readAreaLines, storeArea, type NamedArea } from './areas';
import { usernameKey, usernameProblem } from './rules';
import { areaOf, type AccountArea } from './roles';
import type { Admin } from './schema';
import { checkFactor, passwordFailures as failures } from './second-factor';
import {
  isLiveAdminSession,
  isWorking,
  openAdminSession,
  type AccountScope,
  type Actor,
  type AdminScope,
} from './session';

type LoggedIn = Limited<{ admin: Admin; token: string; cookie: string }>;

/**
 * Checks an administrator's password, and the code of the second factor if the account has one, and opens a session.
 * Failed logins are limited (see failedLogins) and counted before the password is compared. Unknown usernames are
 * counted, compared and answered like known ones.
 * @param username as typed
 * @param clientAddress for the limit per address
 * @param options `code` of the authenticator app, or a recovery code; `userAgent` for the list of sessions; `area` that
 * the account has to belong to; `locale` of the page, for later e-mails
 * @returns the administrator, the bearer token and the Set-Cookie header; 'admin.invalid_credentials'; for a right
 * password 'admin.code_required' or 'admin.login_code_wrong'; or 'auth.too_many_attempts' with the seconds to wait
 */
export async function logInAdmin(
  username: string,
  password: string,
  clientAddress: string,
  {
    code,
    userAgent = null,
    area = 'admin',
    locale,
  }: { code?: string; userAgent?: string | null; area?: AccountArea; locale?: Locale } = {},
): Promise<LoggedIn> {
  const key = usernameKey(username);
  // No account has an empty username or password, so an empty form does not count as an attempt.
  if (!key || !password) return { ok: false, code: 'admin.invalid_credentials' };
  const [tried, found] = await Promise.all([failures.count(key, clientAddress), findAdmin(key)]);
  if (!tried.ok) return tried;
  const account = found && areaOf(found.role) === area ? found : undefined;
  const matches = await verifyPassword(account?.password_hash ?? null, password);
  if (account?.has_factor && matches) {
    await tried.succeeded();
    if (!code) return { ok: false, code: 'admin.code_required' };
    const checked = await checkFactor(account, code, clientAddress);
    if (!checked.ok) {
      if (checked.code !== 'admin.code_wrong') return checked;
      await recordFailedLogin(account);
      return { ok: false, code: 'admin.login_code_wrong' };
    }
  }
  const session = account && matches ? await openAdminSession(account, userAgent) : null;
  if (!account || !session) {
    await recordFailedLogin(account);
    return { ok: false, code: 'admin.invalid_credentials' };
  }
  if (locale)
    await db()
      .update(admins)
      .set({ locale })
      .where(and(eq(admins.id, account.id), ne(admins.locale, locale)));
  if (!account.has_factor) await tried.succeeded();
  return { ok: true, admin: { id: account.id, username: account.username }, ...session };
}

/** Written for unknown usernames too, without what was typed, so that both take the same time. */
async function recordFailedLogin(account: { id: string; username: string } | undefined): Promise<void> {
  const [adminId, actor] = [account?.id ?? null, account?.username ?? 'unknown'];
  await db().insert(auditLog).values({ adminId, actor, action: 'admin.login_failed' });
}

/**
 * Creates an administrator. There is no other way to become one.
 * @param by the actor, for the audit log
 * @param role by default 'owner' if no active owner exists, otherwise 'viewer'
 * @returns the id, the normalized username and the role; 'admin.username_form', 'admin.password_length', 'auth.password_weak'
 * or 'admin.username_taken'
 */
export async function createAdmin(
  username: string,
  password: string,
  by: Actor,
  role: AdminRole | null = null,
): Promise<Outcome<{ admin: Admin; role: AdminRole }>> {
  const name = usernameKey(username);
  const problem = usernameProblem(name) ?? (await passwordProblem(name, password));
  if (problem) return { ok: false, ...problem };
  const passwordHash = await hashPassword(password);
  return transaction(async (tx) => {
    const chosen = role ?? ((await tx.$count(admins, isActiveOwner)) > 0 ? 'viewer' : 'owner');
    const values = { username: name, passwordHash, role: chosen };
    const [created] = await tx.insert(admins).values(values).onConflictDoNothing().returning({ id: admins.id });
    if (!created) return { ok: false, code: 'admin.username_taken' };
    const after = { username: name, role: chosen };
    await recordAction(by, { action: 'admin.created', subject: created.id, after }, tx);
    return { ok: true, admin: { id: created.id, username: name }, role: chosen };
  });
}

/** Who was invited and has no password yet is no active owner. */
const isActiveOwner = isWorking(['owner']);

/**
 * Changes an administrator's password, ends all sessions of the account, and clears its failed logins.
 * @param by the actor, for the audit log
 * @returns the number of sessions ended; a password problem as in createAdmin, or 'admin.unknown_username'
 */
export async function changeAdminPassword(
  username: string,
  password: string,
  by: Actor,
): Promise<Outcome<{ admin: Admin; ended: number }>> {
  const name = usernameKey(username);
  const problem = await passwordProblem(name, password);
  if (problem) return { ok: false, ...problem };
  const passwordHash = await hashPassword(password);
  const changed = await transaction(async (tx) => {
    const [account] = await tx
      .update(admins)
      .set({ passwordHash, updatedAt: sql`now()` })
      .where(eq(sql`lower(${admins.username})`, name))
      .returning({ id: admins.id, username: admins.username });
    if (!account) return null;
    const { id, username: changedName } = account;
    // It sees the sessions opened with the old password while the change waited for them.
    const ended = await tx.delete(adminSessions).where(eq(adminSessions.adminId, id));
    await recordAction(by, { action: 'admin.password_changed', subject: id, after: { username: changedName } }, tx);
    return { id, ended: ended.count };
  });
  if (!changed) return { ok: false, code: 'admin.unknown_username' };
  // Someone else's failed logins may have locked the account; its owner can log in with the new password.
  await failures.forget(name);
  return { ok: true, admin: { id: changed.id, username: name }, ended: changed.ended };
}

/**
 * Sets role, state and area of an administrator; an inactive one cannot log in and has no sessions, and another area ends them.
 * @param area what the account is limited to; unchanged without it
 * @returns 'admin.not_found', 'admin.last_owner', 'admin.area_role' for a role that cannot be limited, or 'admin.role' if the actor is
 * no active owner any more
 */
export function editAdmin(
  by: AdminScope,
  { id, role, active, area }: { id: string; role: AdminRole; active: boolean; area?: NamedArea },
): Promise<
  { ok: true } | { ok: false; code: 'admin.not_found' | 'admin.last_owner' | 'admin.role' | 'admin.area_role' }
> {
  return transaction(async (tx) => {
    // All owners, so that of two who demote each other at once the second finds that it may not act any more.
    const locked = await tx
      .select()
      .from(admins)
      .where(and(or(eq(admins.id, id), isActiveOwner), inArray(admins.role, ADMIN_ROLES)))
      .orderBy(admins.id)
      .for('no key update');
    const account = locked.find((admin) => admin.id === id);
    if (!account) return { ok: false, code: 'admin.not_found' };
    const owners = locked.filter((admin) => admin.role === 'owner' && !admin.deactivatedAt && admin.passwordHash);
    if (!owners.some((owner) => owner.id === by.adminId)) return { ok: false, code: 'admin.role' };
    const staysOwner = role === 'owner' && active;
    if (!staysOwner && owners.every((owner) => owner.id === id)) return { ok: false, code: 'admin.last_owner' };
    const wasActive = account.deactivatedAt === null;
    const formerLines = (await readAreaLines(tx, id)).get(id) ?? [];
    const lines = area?.lines ?? formerLines;
    if (lines.length > 0 && !mayBeLimited(role)) return { ok: false, code: 'admin.area_role' };
    const isMoved = !isDeepStrictEqual([...lines].sort(), [...formerLines].sort());
    if (account.role === role && wasActive === active && !isMoved) return { ok: true };
    const deactivatedAt = active ? null : (account.deactivatedAt ?? sql`now()`);
    await tx
      .update(admins)
      .set({ role, deactivatedAt, updatedAt: sql`now()` })
      .where(eq(admins.id, id));
    if (area && isMoved) await storeArea(tx, id, area);
    if (!active || isMoved) await tx.delete(adminSessions).where(eq(adminSessions.adminId, id));
    const before = { role: account.role, active: wasActive, ...(isMoved && { area: formerLines.join(', ') }) };
    const after = { username: account.username, role, active, ...(isMoved && { area: lines.join(', ') }) };
    await recordAction(by, { action: 'admin.changed', subject: id, before, after }, tx);
    return { ok: true };
  });
}

/**
 * Ends the sessions of an account, except the acting one.
 * @returns the number of sessions ended; null if there is no such account
 */
export function endSessionsOf(scope: AccountScope, id: string): Promise<number | null> {
  return transaction(async (tx) => {
    const [account] = await tx.select({ username: admins.username }).from(admins).where(eq(admins.id, id));
    if (!account) return null;
    const others = and(eq(adminSessions.adminId, id), ne(adminSessions.id, scope.sessionId));
    const { count: sessions } = await tx.delete(adminSessions).where(others);
    await recordAction(scope, { action: 'admin.sessions_ended', subject: id, after: { ...account, sessions } }, tx);
    return sessions;
  });
}

/**
 * Ends one session of an account.
 * @returns false if the account has no such session
 */
export function endSessionOf(scope: AccountScope, id: string, sessionId: string): Promise<boolean> {
  return transaction(async (tx) => {
    const { count } = await tx
      .delete(adminSessions)
      .where(and(eq(adminSessions.id, sessionId), eq(adminSessions.adminId, id)));
    const [account] = await tx.select({ username: admins.username }).from(admins).where(eq(admins.id, id));
    if (count === 0 || !account) return false;
    await recordAction(scope, { action: 'admin.sessions_ended', subject: id, after: { ...account, sessions: 1 } }, tx);
    return true;
  });
}

/** Deletes ended sessions of administrators, which no lookup returns anyway. @returns the number deleted */
export async function purgeAdminSessions(): Promise<number> {
  const { count } = await db().delete(adminSessions).where(not(isLiveAdminSession()));
  return count;
}
