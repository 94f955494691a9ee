import 'server-only';
import { and, eq, inArray, isNotNull, isNull, ne, sql } from 'drizzle-orm';
import { db, type Database } from '@/db/client';
import { databaseErrorOf } from '@/db/errors';
import { admins, alerts, otpChallenges, outboundMessages, sessions, users } from '@/db/schema';
import { transaction } from '@/db/transaction';
import { OWNER_ROLES } from '@/lib/accounts/administrators/roles';
import type { AdminScope } from '@/lib/accounts/administrators/session';
import { hasSecondOwner, requireActingAdmin } from '@/lib/accounts/administrators/statements';
import { recordAction } from '@/lib/accounts/audit-log/mutations';
import { maskEmail } from '@/lib/accounts/codes/rules';
import { withAccount } from '@/lib/accounts/with-account';
import { moveRenewals } from '@/lib/accounts/renewals';
import { mailboxOf } from '@/lib/platform/email';
import type { Limited, Outcome } from '@/lib/platform/errors';
import { DEFAULT_LOCALE } from '@/lib/platform/i18n/locale';
import { EMAIL_CHANGE_DAYS, LOST_MAILBOXES } from '@/lib/platform/limits';
import { addressLimiter, limiter } from '@/lib/platform/rate-limit';
import type { AccountEmailChange, AccountEmailDecision, LostMailbox } from './schema';

const perAddress = addressLimiter('lost_mailbox_address', LOST_MAILBOXES.address);
const perRecipient = limiter('lost_mailbox_recipient', LOST_MAILBOXES.recipient);

/**
 * Asks the administrators to help somebody who cannot read the mailbox of an account or an adoption. Nothing is looked up:
 * the answer says nothing about accounts. Asking again with the same new address replaces what is still open.
 * @returns 'request.too_many' with the seconds to wait
 */
export async function reportLostMailbox(report: LostMailbox, clientAddress: string): Promise<Limited<object>> {
  const { email, ...detail } = report;
  for (const allowed of [await perAddress.consume(clientAddress), await perRecipient.consume(mailboxOf(email))])
    if (!allowed.ok) return { ok: false, code: 'request.too_many', retryAfterSeconds: allowed.retryAfterSeconds };
  await db()
    .insert(alerts)
    .values({ kind: 'mailbox', subject: email, value: 1, detail })
    .onConflictDoUpdate({
      target: [alerts.kind, alerts.subject],
      targetWhere: isNull(alerts.lookedAt),
      set: { detail, lastAt: sql`now()` },
    });
  return { ok: true };
}

/*
 * An account gets another e-mail address by two owners, as the bank account of the settings does: whoever reads the mailbox can
 * take the account. The address that waits is `email_change` of the account, which is locked first.
 */

/**
 * Proposes another e-mail address of an account for an administrator, with an audit log entry, and tells the present address. It
 * replaces one that waits. Without a second owner the address changes at once, as decideAccountEmail says.
 * @returns whether it waits for a second owner; 'admin.not_found', or 'auth.email_taken'. Throws HttpError 401 if the session
 * of the administrator ended meanwhile
 */
export function changeAccountEmail(
  by: AdminScope,
  userId: string,
  { email, reason }: AccountEmailChange,
): Promise<Outcome<{ waits: boolean }>> {
  return withAccountEmail<{ waits: boolean }>(by, userId, async (tx, { email: former }) => {
    const waits = await hasSecondOwner(by.adminId, sql`now()`, tx);
    const fields = { before: { email: maskEmail(former) }, after: { email: maskEmail(email), reason } };
    if (!waits) {
      await setEmail(tx, userId, { former, email });
      await recordAction(by, { action: 'user.email_changed', subject: userId, ...fields }, tx);
      return { ok: true, waits };
    }
    const hasAddress = sql`lower(${users.email}) = lower(${email})`;
    const taken = await tx
      .select({ id: users.id })
      .from(users)
      .where(and(eq(users.kind, 'registered'), ne(users.id, userId), hasAddress));
    if (taken.length > 0) return { ok: false, code: 'auth.email_taken' };
    const emailChange = sql`jsonb_build_object('email', ${email}::text, 'reason', ${reason}::text,
                                               'by', ${by.adminId}::text, 'at', clock_timestamp())`;
    await tx.update(users).set({ emailChange }).where(eq(users.id, userId));
    const message = { kind: 'account_email_proposed', locale: DEFAULT_LOCALE, detail: { email: maskEmail(email) } };
    await tx.insert(outboundMessages).values({ ...message, recipient: former });
    await recordAction(by, { action: 'user.email_proposed', subject: userId, ...fields }, tx);
    return { ok: true, waits };
  });
}

/**
 * Confirms or withdraws the e-mail address that waits for a second owner, with an audit log entry. Once it is confirmed, sessions
 * and codes of the account end, and both addresses are told. The new one counts as proven once a code that was sent to it is
 * entered, as for a forgotten password.
 * @returns 'admin.not_found', 'admin.email_changed_meanwhile' if it is another change or gone, 'admin.second_owner' if the acting
 * owner proposed it and another owner can confirm it, or 'auth.email_taken'. Throws HttpError 401 if the session ended meanwhile
 */
export function decideAccountEmail(
  by: AdminScope,
  userId: string,
  { version, decision }: AccountEmailDecision,
): Promise<Outcome<object>> {
  return withAccountEmail<object>(by, userId, async (tx, { email: former, emailChange: change }) => {
    if (change?.at !== version) return { ok: false, code: 'admin.email_changed_meanwhile' };
    const { email, by: proposer, at } = change;
    const isConfirmed = decision === 'confirm';
    const isOwn = proposer === by.adminId;
    if (isConfirmed && isOwn && (await hasSecondOwner(by.adminId, sql`${at}::timestamptz`, tx)))
      return { ok: false, code: 'admin.second_owner' };
    if (isConfirmed) await setEmail(tx, userId, { former, email });
    else await tx.update(users).set({ emailChange: null }).where(eq(users.id, userId));
    const action = isConfirmed ? 'user.email_confirmed' : 'user.email_discarded';
    await recordDecision(tx, by, action, { id: userId, email: former, emailChange: change });
    return { ok: true };
  });
}

/** Writes what became of an address that waited. */
async function recordDecision(
  tx: Database,
  by: AdminScope | 'program',
  action: 'user.email_confirmed' | 'user.email_discarded',
  {
    id,
    email,
    emailChange: change,
  }: { id: string; email: string; emailChange: NonNullable<AccountEmail['emailChange']> },
): Promise<void> {
  const [owner] = await tx.select({ username: admins.username }).from(admins).where(eq(admins.id, change.by));
  const after = { email: maskEmail(change.email), reason: change.reason, proposed_by: owner?.username ?? null };
  await recordAction(by, { action, subject: id, before: { email: maskEmail(email) }, after }, tx);
}

/**
 * Ends the addresses that have waited for a second owner for EMAIL_CHANGE_DAYS, with an audit log entry each: nobody confirms later
 * what was checked then.
 * @returns the number of addresses
 */
export function purgeEmailChanges(): Promise<number> {
  return transaction(async (tx) => {
    const proposedAt = sql`(${users.emailChange}->>'at')::timestamptz`;
    const ended = await tx
      .select({ id: users.id, email: users.email, emailChange: users.emailChange })
      .from(users)
      .where(
        and(isNotNull(users.emailChange), sql`${proposedAt} < now() - ${EMAIL_CHANGE_DAYS}::int * interval '1 day'`),
      )
      .orderBy(users.id)
      .for('no key update');
    await tx
      .update(users)
      .set({ emailChange: null })
      .where(
        inArray(
          users.id,
          ended.map(({ id }) => id),
        ),
      );
    for (const { emailChange, ...account } of ended)
      await recordDecision(tx, 'program', 'user.email_discarded', { ...account, emailChange: emailChange! });
    return ended.length;
  });
}

type AccountEmail = Pick<typeof users.$inferSelect, 'email' | 'emailChange'>;

/** withAccount for an owner of the site who acts on the e-mail address of a registered account. */
async function withAccountEmail<T>(
  by: AdminScope,
  userId: string,
  work: (tx: Database, account: AccountEmail) => Promise<Outcome<T>>,
): Promise<Outcome<T>> {
  try {
    return await withAccount<Outcome<T>>(userId, async (tx) => {
      const { email, emailChange } = users;
      const isAccount = and(eq(users.id, userId), eq(users.kind, 'registered'));
      const [account] = await tx.select({ email, emailChange }).from(users).where(isAccount);
      await requireActingAdmin(by, OWNER_ROLES, tx);
      return account ? work(tx, account) : { ok: false, code: 'admin.not_found' };
    });
  } catch (error) {
    if (databaseErrorOf(error).constraint_name === 'users_kind_email') return { ok: false, code: 'auth.email_taken' };
    throw error;
  }
}

/** Gives a locked account another address, which is unproven. Its sessions and codes end, and both addresses are told. */
async function setEmail(tx: Database, userId: string, { former, email }: { former: string; email: string }) {
  await tx
    .update(users)
    .set({ email, emailVerifiedAt: null, emailChange: null, updatedAt: sql`now()` })
    .where(eq(users.id, userId));
  await tx.delete(otpChallenges).where(and(eq(otpChallenges.userId, userId), isNull(otpChallenges.billingId)));
  await tx.delete(sessions).where(eq(sessions.userId, userId));
  await moveRenewals(tx, userId, { former, email });
  const message = { kind: 'account_email_changed', locale: DEFAULT_LOCALE, detail: { email, by_team: true } };
  await tx.insert(outboundMessages).values([former, email].map((recipient) => ({ ...message, recipient })));
}
