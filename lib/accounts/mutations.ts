import 'server-only';
import { and, eq, lte, ne, sql } from 'drizzle-orm';
import { db } from '@/db/client';
import { outboundMessages, sessions, users } from '@/db/schema';
import { DEFAULT_LOCALE, type Locale } from '@/lib/platform/i18n/locale';
import type { Limited } from '@/lib/platform/errors';
import { LOGIN_FAILURES, REGISTRATIONS } from '@/lib/platform/limits';
import { hashPassword, verifyPassword } from '@/lib/platform/password';
import { addressLimiter, failedLogins } from '@/lib/platform/rate-limit';
import type { Profile, ProfileUpdate, Registration, SessionUser } from './schema';
import { refusalOfPassword, refusalOfWeakPassword } from '@/lib/platform/new-password';
import { onlyRow, readProfile } from './queries';
import { openSession, type SponsorScope } from './session';
import { readSessionAgain, requireRecentPassword, withAccount } from './with-account';

const registrations = addressLimiter('register_address', { ...REGISTRATIONS, points: 'registrations' });

/**
 * Creates an account. A guest with the same e-mail does not prevent it, and the data of the guest is not transferred:
 * registering does not prove ownership of the e-mail.
 * @param clientAddress client address, for the limit per address
 * @returns 'auth.password_short', 'auth.password_weak', 'auth.email_taken', or 'request.too_many' with the seconds to wait
 */
export async function register(fields: Registration, clientAddress: string): Promise<Limited<object>> {
  const refused = refusalOfPassword(fields.password);
  if (refused) return refused;
  const allowed = await registrations.consume(clientAddress);
  if (!allowed.ok) return { ok: false, code: 'request.too_many', retryAfterSeconds: allowed.retryAfterSeconds };

  const { full_name, designation, email, phone_number, company_name, password } = fields;
  const weak = await refusalOfWeakPassword(password, [full_name, email, company_name], 'registering');
  if (weak) return weak;
  const created = await db()
    .insert(users)
    .values({
      kind: 'registered',
      fullName: full_name,
      designation,
      email,
      phoneNumber: phone_number,
      companyName: company_name,
      passwordHash: await hashPassword(password),
    })
    .onConflictDoNothing()
    .returning({ id: users.id });
  return created.length > 0 ? { ok: true } : { ok: false, code: 'auth.email_taken' };
}

/** The limits of failed logins, which also apply where a session enters the password again. */
export const loginFailures = failedLogins('login', {
  ...LOGIN_FAILURES,
  account: 'login_failures',
  address: 'login_failures_per_address',
});

/**
 * Checks a password and creates a session. Failures are rate limited by failedLogins, never permanently, and counted
 * before the password is compared. Unknown accounts are counted, compared and answered like known ones.
 * @param email normalised by loginSchema
 * @param clientAddress client address, for the limit per address
 * @param userAgent of userAgentOf, for the list of sessions
 * @returns the user, the bearer token and the Set-Cookie header; 'auth.invalid_credentials'; or
 * 'auth.too_many_attempts' with the seconds to wait
 */
export async function logIn(
  email: string,
  password: string,
  clientAddress: string,
  userAgent: string | null = null,
): Promise<Limited<{ user: SessionUser; token: string; cookie: string }>> {
  const [tried, account] = await Promise.all([loginFailures.count(email, clientAddress), findAccount(email)]);
  if (!tried.ok) return tried;
  const matches = await verifyPassword(account?.hash ?? null, password);
  if (!account || !matches) return { ok: false, code: 'auth.invalid_credentials' };
  const session = await openSession(account.user.id, account.hash, userAgent);
  if (!session) return { ok: false, code: 'auth.invalid_credentials' };
  await tried.succeeded();
  return { ok: true, user: account.user, ...session };
}

/** Returns the account with an e-mail and the hash of its password. */
async function findAccount(email: string): Promise<{ user: SessionUser; hash: string } | undefined> {
  const { id, fullName, companyName, passwordHash } = users;
  const [row] = await db()
    .select({
      user: { id, full_name: fullName, email: users.email, company_name: companyName },
      hash: sql<string>`${passwordHash}`,
    })
    .from(users)
    .where(and(eq(users.kind, 'registered'), sql`lower(${users.email}) = lower(${email})`));
  return row;
}

/**
 * Updates the profile of the sponsor, except the e-mail (credentials.ts). Codes of adoptions are sent to the phone
 * number, so changing it needs a password that was entered recently. Only the owner changes the name of the company.
 * @param locale the language of the e-mail about another phone number
 * @returns the updated profile
 * @throws HttpError 401 if the account was deleted or the session ended after the session check, and 403
 * 'auth.confirm_password'
 */
export async function updateProfile(
  scope: SponsorScope,
  fields: ProfileUpdate,
  locale: Locale = DEFAULT_LOCALE,
): Promise<Profile> {
  const { full_name, designation, phone_number, company_name } = fields;
  const { personId, accountId, role } = scope;
  return withAccount(personId, async (tx) => {
    // Checked once more: a reset of the password ends sessions to take the account away from somebody.
    const session = await readSessionAgain(tx, scope);
    const before = onlyRow(await tx.select().from(users).where(eq(users.id, personId)));
    const isNewPhone = before.phoneNumber !== phone_number;
    if (isNewPhone) requireRecentPassword(session);
    const updatedAt = sql`now()`;
    if (role === 'owner')
      await tx
        .update(users)
        .set({ companyName: company_name, updatedAt })
        .where(and(eq(users.memberOf, accountId), ne(users.companyName, company_name)));
    const companyName = before.memberOf === null ? company_name : before.companyName;
    await tx
      .update(users)
      .set({ fullName: full_name, designation, phoneNumber: phone_number, companyName, updatedAt })
      .where(eq(users.id, personId));
    // Codes for payments go to the phone: whoever reads the e-mail hears of another one.
    if (isNewPhone && before.phoneNumber !== '')
      await tx.insert(outboundMessages).values({ kind: 'account_phone_changed', recipient: before.email, locale });
    return readProfile(scope, tx);
  });
}

/** Deletes expired sessions, which are ignored by all queries anyway. Returns their number. */
export async function purgeSessions(): Promise<number> {
  const { count } = await db()
    .delete(sessions)
    .where(lte(sessions.expiresAt, sql`now()`));
  return count;
}
