import 'server-only';
import { sql } from '@/db/client';
import { env } from '@/lib/core/env';
import type { Outcome } from '@/lib/core/errors';
import { LOGIN_FAILURES, REGISTRATIONS } from '@/lib/core/limits';
import { hashPassword, verifyPassword } from '@/lib/core/password';
import { addressLimiter, failedLogins } from '@/lib/core/rate-limit';
import type { Profile, ProfileUpdate, Registration, SessionUser } from './schema';
import { onlyRow, profileColumns } from './queries';
import { openSession, type SponsorScope } from './session';

/** An outcome; refusals of rate limits include the seconds to wait. */
type Limited<T> = Outcome<T> & { retryAfterSeconds?: number };

const registrations = addressLimiter('register_address', REGISTRATIONS);

/**
 * Creates an account. A guest with the same e-mail does not prevent it, and the data of the guest is not transferred:
 * registering does not prove ownership of the e-mail.
 * @param clientAddress client address, for the limit per address
 * @returns 'auth.password_short', 'auth.email_taken', or 'request.too_many' with the seconds to wait
 */
export async function register(fields: Registration, clientAddress: string): Promise<Limited<object>> {
  const min = env().PASSWORD_MIN_LENGTH;
  if (fields.password.length < min) return { ok: false, code: 'auth.password_short', params: { min } };
  const allowed = await registrations.consume(clientAddress);
  if (!allowed.ok) return { ok: false, code: 'request.too_many', retryAfterSeconds: allowed.retryAfterSeconds };

  const { full_name, designation, email, phone_number, company_name, password } = fields;
  const created = await sql()`
    insert into users (kind, full_name, designation, email, phone_number, company_name, password_hash)
    values ('registered', ${full_name}, ${designation}, ${email}, ${phone_number}, ${company_name}, ${await hashPassword(password)})
    on conflict (kind, lower(email)) do nothing
    returning id`;
  return created.length > 0 ? { ok: true } : { ok: false, code: 'auth.email_taken' };
}

const failures = failedLogins('login', LOGIN_FAILURES);

/**
 * Checks a password and creates a session. Failures are rate limited by failedLogins, never permanently, and counted
 * before the password is compared. Unknown accounts are counted, compared and answered like known ones.
 * @param email normalised by loginSchema
 * @param clientAddress client address, for the limit per address
 * @returns the user, the bearer token and the Set-Cookie header; 'auth.invalid_credentials'; or
 * 'auth.too_many_attempts' with the seconds to wait
 */
export async function logIn(
  email: string,
  password: string,
  clientAddress: string,
): Promise<Limited<{ user: SessionUser; token: string; cookie: string }>> {
  const [tried, account] = await Promise.all([failures.count(email, clientAddress), findAccount(email)]);
  if (!tried.ok) return { ok: false, code: 'auth.too_many_attempts', retryAfterSeconds: tried.retryAfterSeconds };
  const matches = await verifyPassword(account?.password_hash ?? null, password);
  if (!account || !matches) return { ok: false, code: 'auth.invalid_credentials' };
  const [session] = await Promise.all([openSession(account.id), tried.succeeded()]);
  const { id, full_name, company_name } = account;
  return { ok: true, user: { id, full_name, email: account.email, company_name }, ...session };
}

type Account = SessionUser & { password_hash: string };

async function findAccount(email: string): Promise<Account | undefined> {
  const [row] = await sql()<Account[]>`
    select id, full_name, email, company_name, password_hash from users
     where kind = 'registered' and lower(email) = lower(${email})`;
  return row;
}

/**
 * Updates the profile of the sponsor. The e-mail cannot be changed.
 * @returns the updated profile
 * @throws HttpError 401 if the account was deleted after the session check
 */
export async function updateProfile(scope: SponsorScope, fields: ProfileUpdate): Promise<Profile> {
  const { full_name, designation, phone_number, company_name } = fields;
  const rows = await sql()<Profile[]>`
    update users u set full_name = ${full_name}, designation = ${designation}, phone_number = ${phone_number},
                       company_name = ${company_name}, updated_at = now()
     where u.id = ${scope.userId}
    returning ${profileColumns()}`;
  return onlyRow(rows);
}

/** Deletes expired sessions, which are ignored by all queries anyway. Returns their number. */
export async function purgeSessions(): Promise<number> {
  const deleted = await sql()`delete from sessions where expires_at <= now()`;
  return deleted.count;
}
