import 'server-only';
import { sql } from '@/db/client';
import { actorColumns, type Actor } from '@/lib/admin/audit-log/mutations';
import type { Outcome } from '@/lib/core/errors';
import { ADMIN_LOGIN_FAILURES } from '@/lib/core/limits';
import { verifyPassword } from '@/lib/core/password';
import { failedLogins } from '@/lib/core/rate-limit';
import { seal, unseal } from '@/lib/core/sealed';
import { hashToken } from '@/lib/core/secret-token';
import { findAdmin } from './queries';
import { usernameKey } from './rules';
import type { AdminScope } from './session';
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
  const tried = await codeFailures.count(usernameKey(username), clientAddress);
  if (!tried.ok) return { ok: false, code: 'auth.too_many_attempts', retryAfterSeconds: tried.retryAfterSeconds };
  const code = plainCode(typed);
  const consumed = /^\d{6}$/.test(code) ? await takeStep(id, code) : await takeRecoveryCode(id, code);
  if (!consumed) return { ok: false, code: 'admin.code_wrong' };
  await tried.succeeded();
  return { ok: true };
}

/**
 * The condition on the time step makes the row lock decide between two requests with one code: the second one finds the
 * step taken. Steps are by the clock of the database.
 */
async function takeStep(adminId: string, code: string): Promise<boolean> {
  const [factor] = await sql()<{ secret: string; now: number }[]>`
    select secret, extract(epoch from now())::float8 * 1000 as now from admin_factors where admin_id = ${adminId}`;
  const secret = factor && unseal(factor.secret, adminId);
  const step = secret ? stepOf(secret, code, factor.now) : null;
  if (!factor || step === null) return false;
  const taken = await sql()`
    update admin_factors set last_step = ${step}
     where admin_id = ${adminId} and secret = ${factor.secret} and last_step < ${step}`;
  return taken.count === 1;
}

async function takeRecoveryCode(adminId: string, code: string): Promise<boolean> {
  const taken = await sql()`
    with used as (delete from admin_recovery_codes where admin_id = ${adminId} and code_hash = ${hashToken(code)} returning admin_id)
    insert into audit_log (admin_id, actor, action, subject, after)
    select a.id, a.username, 'admin.recovery_code_used', a.id::text,
           jsonb_build_object('username', a.username,
                              'left', (select count(*) - 1 from admin_recovery_codes c where c.admin_id = a.id))
      from used u join admins a on a.id = u.admin_id`;
  return taken.count === 1;
}

/**
 * Stores the key of an authenticator app once a code shows that the app has it, with new recovery codes. Ends the other
 * sessions of the account, which were opened without a code.
 * @returns the recovery codes, which are stored as hashes only; 'admin.code_wrong', or 'admin.factor_exists'
 */
export async function addFactor(
  { adminId, username, sessionId }: AdminScope,
  { secret, code }: { secret: string; code: string },
): Promise<Outcome<{ recoveryCodes: string[] }>> {
  const [clock] = await sql()<{ now: number }[]>`select extract(epoch from now())::float8 * 1000 as now`;
  const step = stepOf(secret, plainCode(code), clock!.now);
  if (step === null) return { ok: false, code: 'admin.code_wrong' };
  const recoveryCodes = newRecoveryCodes();
  const hashes = recoveryCodes.map((each) => hashToken(plainCode(each)));
  const added = await sql()`
    with added as (insert into admin_factors (admin_id, secret, last_step)
                   values (${adminId}, ${seal(secret, adminId)}, ${step}) on conflict do nothing returning admin_id),
         codes as (insert into admin_recovery_codes (admin_id, code_hash)
                   select admin_id, unnest(${hashes}::text[]) from added),
         ended as (delete from admin_sessions s using added a where s.admin_id = a.admin_id and s.id <> ${sessionId})
    insert into audit_log (admin_id, actor, action, subject, after)
    select ${adminId}::uuid, ${username}, 'admin.factor_added', admin_id::text, jsonb_build_object('username', ${username}::text)
      from added`;
  return added.count === 1 ? { ok: true, recoveryCodes } : { ok: false, code: 'admin.factor_exists' };
}

/**
 * Removes the second factor of an administrator with its recovery codes; nothing happens without one.
 * @param by the actor, for the audit log
 * @param who the id, or the username as typed
 * @returns whether there was one; 'admin.not_found' if there is no such administrator
 */
export async function removeFactor(
  by: Actor,
  who: { id: string } | { username: string },
): Promise<Outcome<{ removed: boolean }>> {
  const { adminId, actor } = actorColumns(by);
  const condition = 'id' in who ? sql()`id = ${who.id}` : sql()`lower(username) = ${usernameKey(who.username)}`;
  const [row] = await sql()<{ removed: boolean }[]>`
    with account as (select id, username from admins where ${condition}),
         removed as (delete from admin_factors f using account a where f.admin_id = a.id returning f.admin_id),
         logged as (insert into audit_log (admin_id, actor, action, subject, after)
                    select ${adminId}::uuid, ${actor}, 'admin.factor_removed', a.id::text, jsonb_build_object('username', a.username)
                      from account a join removed r on r.admin_id = a.id)
    select exists (select from removed) as removed from account`;
  return row ? { ok: true, removed: row.removed } : { ok: false, code: 'admin.not_found' };
}

/** The number of recovery codes that are left. */
export async function countRecoveryCodes({ adminId }: AdminScope): Promise<number> {
  const [row] = await sql()<{ left: number }[]>`
    select count(*)::int as left from admin_recovery_codes where admin_id = ${adminId}`;
  return row!.left;
}

/**
 * Confirms the session of an administrator for ADMIN_CONFIRMED_SECONDS: by a code if the account has a second factor,
 * otherwise by the password.
 * @returns 'admin.code_wrong', 'admin.password_wrong', or 'auth.too_many_attempts' with the seconds to wait
 */
export async function confirmSession(
  { adminId, username, sessionId, hasFactor }: AdminScope,
  { password = '', code = '' }: { password?: string; code?: string },
  clientAddress: string,
): Promise<Outcome<object> & { retryAfterSeconds?: number }> {
  const checked = hasFactor
    ? await checkFactor({ id: adminId, username }, code, clientAddress)
    : await checkPassword(usernameKey(username), password, clientAddress);
  if (!checked.ok) return checked;
  await sql()`update admin_sessions set confirmed_at = now() where id = ${sessionId}`;
  return { ok: true };
}

async function checkPassword(
  key: string,
  password: string,
  clientAddress: string,
): Promise<Outcome<object> & { retryAfterSeconds?: number }> {
  const [tried, account] = await Promise.all([passwordFailures.count(key, clientAddress), findAdmin(key)]);
  if (!tried.ok) return { ok: false, code: 'auth.too_many_attempts', retryAfterSeconds: tried.retryAfterSeconds };
  if (!(await verifyPassword(account?.password_hash ?? null, password)))
    return { ok: false, code: 'admin.password_wrong' };
  await tried.succeeded();
  return { ok: true };
}
