import 'server-only';
import { and, eq, lt, ne, sql } from 'drizzle-orm';
import { db } from '@/db/client';
import { adminFactors, adminRecoveryCodes, admins, adminSessions } from '@/db/schema';
import { transaction } from '@/db/transaction';
import { recordAction } from '@/lib/accounts/audit-log/mutations';
import type { Limited, Outcome } from '@/lib/platform/errors';
import { ADMIN_LOGIN_FAILURES } from '@/lib/platform/limits';
import { verifyPassword } from '@/lib/platform/password';
import { failedLogins } from '@/lib/platform/rate-limit';
import { seal, unseal } from '@/lib/platform/sealed';
import { hashToken } from '@/lib/platform/secret-token';
import { findAdmin } from './queries';
import { usernameKey } from './rules';
import type { AccountScope } from './session';
import { newRecoveryCodes, plainCode, stepOf } from './totp';

/** Failed logins of administrators, and wrong passwords of administrators who are asked for it again. */
const FAILURES = {
  ...ADMIN_LOGIN_FAILURES,
  account: 'admin_login_failures',
  address: 'admin_login_failures_per_address',
} as const;
export const passwordFailures = failedLogins('admin_login', FAILURES);
const codeFailures = failedLogins('admin_code', FAILURES);

type Tried =
  { ok: true } | { ok: false; code: 'admin.code_wrong' | 'auth.too_many_attempts'; retryAfterSeconds?: number };

/**
 * Checks a code of the authenticator app, or a recovery code, and consumes it. Wrong codes are limited like failed
 * logins (see failedLogins).
 */
export async function checkFactor(
  { id, username }: { id: string; username: string },
  typed: string,
  clientAddress: string,
): Promise<Tried> {
  const attempt = await codeFailures.count(usernameKey(username), clientAddress);
  if (!attempt.ok) return attempt;
  const code = plainCode(typed);
  const consumed = /^\d{6}$/.test(code) ? await takeStep(id, code) : await takeRecoveryCode(id, code);
  if (!consumed) return { ok: false, code: 'admin.code_wrong' };
  await attempt.succeeded();
  return { ok: true };
}

/**
 * The condition on the time step makes the row lock decide between two requests with one code: the second one finds the
 * step taken. Steps are by the clock of the database.
 */
async function takeStep(adminId: string, code: string): Promise<boolean> {
  const [factor] = await db()
    .select({ sealed: adminFactors.secret, now: sql<number>`extract(epoch from now())` })
    .from(adminFactors)
    .where(eq(adminFactors.adminId, adminId));
  const secret = factor && unseal(factor.sealed, adminId);
  const step = secret ? stepOf(secret, code, factor.now * 1000) : null;
  if (!factor || step === null) return false;
  const isFree = and(eq(adminFactors.secret, factor.sealed), lt(adminFactors.lastStep, step));
  const { count } = await db()
    .update(adminFactors)
    .set({ lastStep: step })
    .where(and(eq(adminFactors.adminId, adminId), isFree));
  return count === 1;
}

function takeRecoveryCode(adminId: string, code: string): Promise<boolean> {
  return transaction(async (tx) => {
    const ofAccount = eq(adminRecoveryCodes.adminId, adminId);
    const isTyped = eq(adminRecoveryCodes.codeHash, hashToken(code));
    const { count } = await tx.delete(adminRecoveryCodes).where(and(ofAccount, isTyped));
    const [account] = await tx.select({ username: admins.username }).from(admins).where(eq(admins.id, adminId));
    if (count === 0 || !account) return false;
    const { username } = account;
    const after = { username, left: await tx.$count(adminRecoveryCodes, ofAccount) };
    await recordAction({ adminId, username }, { action: 'admin.recovery_code_used', subject: adminId, after }, tx);
    return true;
  });
}

/**
 * Stores the key of an authenticator app once a code shows that the app has it, with new recovery codes. Ends the other
 * sessions of the account, which were opened without a code.
 * @returns the recovery codes, which are stored as hashes only; 'admin.code_wrong', or 'admin.factor_exists'
 */
export async function addFactor(
  scope: AccountScope,
  { secret, code }: { secret: string; code: string },
): Promise<Outcome<{ recoveryCodes: string[] }>> {
  const { adminId, username, sessionId } = scope;
  const [clock] = await db().execute<{ now: Date }>(sql`select now() as now`);
  const lastStep = stepOf(secret, plainCode(code), clock!.now.getTime());
  if (lastStep === null) return { ok: false, code: 'admin.code_wrong' };
  const recoveryCodes = newRecoveryCodes();
  return transaction(async (tx) => {
    const factor = { adminId, secret: seal(secret, adminId), lastStep };
    const { count } = await tx.insert(adminFactors).values(factor).onConflictDoNothing();
    if (count === 0) return { ok: false, code: 'admin.factor_exists' };
    await tx
      .insert(adminRecoveryCodes)
      .values(recoveryCodes.map((each) => ({ adminId, codeHash: hashToken(plainCode(each)) })));
    await tx.delete(adminSessions).where(and(eq(adminSessions.adminId, adminId), ne(adminSessions.id, sessionId)));
    await recordAction(scope, { action: 'admin.factor_added', subject: adminId, after: { username } }, tx);
    return { ok: true, recoveryCodes };
  });
}

/**
 * Removes the second factor of an administrator with its recovery codes; nothing happens without one.
 * @param by the actor, for the audit log
 * @param who the id, or the username as typed
 * @returns whether there was one; 'admin.not_found' if there is no such administrator
 */
export function removeFactor(
  by: AccountScope | 'command',
  who: { id: string } | { username: string },
): Promise<Outcome<{ removed: boolean }>> {
  const isMeant = 'id' in who ? eq(admins.id, who.id) : eq(sql`lower(${admins.username})`, usernameKey(who.username));
  return transaction(async (tx) => {
    const [account] = await tx.select({ id: admins.id, username: admins.username }).from(admins).where(isMeant);
    if (!account) return { ok: false, code: 'admin.not_found' };
    const { id, username } = account;
    const { count } = await tx.delete(adminFactors).where(eq(adminFactors.adminId, id));
    if (count > 0) await recordAction(by, { action: 'admin.factor_removed', subject: id, after: { username } }, tx);
    return { ok: true, removed: count > 0 };
  });
}

/** The number of recovery codes that are left. */
export const countRecoveryCodes = ({ adminId }: AccountScope): Promise<number> =>
  db().$count(adminRecoveryCodes, eq(adminRecoveryCodes.adminId, adminId));

/**
 * Confirms the session of an administrator for ADMIN_CONFIRMED_SECONDS: by a code if the account has a second factor,
 * otherwise by the password.
 * @returns 'admin.code_wrong', 'admin.password_wrong', or 'auth.too_many_attempts' with the seconds to wait
 */
export async function confirmSession(
  { adminId, username, sessionId, hasFactor }: AccountScope,
  { password = '', code = '' }: { password?: string; code?: string },
  clientAddress: string,
): Promise<Limited<object>> {
  const checked = hasFactor
    ? await checkFactor({ id: adminId, username }, code, clientAddress)
    : await checkPassword(usernameKey(username), password, clientAddress);
  if (!checked.ok) return checked;
  await db()
    .update(adminSessions)
    .set({ confirmedAt: sql`now()` })
    .where(eq(adminSessions.id, sessionId));
  return { ok: true };
}

async function checkPassword(key: string, password: string, clientAddress: string): Promise<Limited<object>> {
  const [tried, account] = await Promise.all([passwordFailures.count(key, clientAddress), findAdmin(key)]);
  if (!tried.ok) return tried;
  if (!(await verifyPassword(account?.password_hash ?? null, password)))
    return { ok: false, code: 'admin.password_wrong' };
  await tried.succeeded();
  return { ok: true };
}
