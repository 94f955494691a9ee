import 'server-only';
import { and, eq, isNull, sql } from 'drizzle-orm';
import { db } from '@/db/client';
import { databaseErrorOf } from '@/db/errors';
import { alerts, otpChallenges, outboundMessages, sessions, users } from '@/db/schema';
import type { AdminScope } from '@/lib/accounts/administrators/session';
import { recordAction } from '@/lib/accounts/audit-log/mutations';
import { maskEmail } from '@/lib/accounts/codes/rules';
import { withAccount } from '@/lib/accounts/with-account';
import { moveRenewals } from '@/lib/accounts/renewals';
import { mailboxOf } from '@/lib/platform/email';
import type { Limited, Outcome } from '@/lib/platform/errors';
import { DEFAULT_LOCALE } from '@/lib/platform/i18n/locale';
import { LOST_MAILBOXES } from '@/lib/platform/limits';
import { addressLimiter, limiter } from '@/lib/platform/rate-limit';
import type { LostMailbox } from './schema';

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

/**
 * Gives an account another e-mail address for an administrator, with an audit log entry. Sessions and codes of the account
 * end, and both addresses are told. The new one counts as confirmed once a code that was sent to it is entered, as for a
 * forgotten password.
 * @returns 'admin.not_found', or 'auth.email_taken'
 */
export async function changeAccountEmail(
  by: AdminScope,
  userId: string,
  { email, reason }: { email: string; reason: string },
): Promise<Outcome<object>> {
  try {
    return await withAccount<Outcome<object>>(userId, async (tx) => {
      const isAccount = and(eq(users.id, userId), eq(users.kind, 'registered'));
      const [former] = await tx.select({ email: users.email }).from(users).where(isAccount);
      if (!former) return { ok: false, code: 'admin.not_found' };
      await tx
        .update(users)
        .set({ email, emailVerifiedAt: null, updatedAt: sql`now()` })
        .where(isAccount);
      await moveRenewals(tx, userId, { former: former.email, email });
      await tx.delete(sessions).where(eq(sessions.userId, userId));
      await tx.delete(otpChallenges).where(and(eq(otpChallenges.userId, userId), isNull(otpChallenges.billingId)));
      const message = { kind: 'account_email_changed', locale: DEFAULT_LOCALE, detail: { email } };
      await tx.insert(outboundMessages).values([former.email, email].map((recipient) => ({ ...message, recipient })));
      const values = { before: { email: maskEmail(former.email) }, after: { email: maskEmail(email), reason } };
      await recordAction(by, { action: 'user.email_changed', subject: userId, ...values }, tx);
      return { ok: true };
    });
  } catch (error) {
    if (databaseErrorOf(error).constraint_name === 'users_kind_email') return { ok: false, code: 'auth.email_taken' };
    throw error;
  }
}
