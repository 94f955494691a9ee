import 'server-only';
import { and, eq, exists, gt, lte, not, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { db } from '@/db/client';
import { databaseErrorOf } from '@/db/errors';
import { companyInvitations, users } from '@/db/schema';
import { transaction } from '@/db/transaction';
import type { ColleagueRole } from '@/db/schema/enums';
import { mailboxOf } from '@/lib/platform/email';
import type { Limited, Outcome } from '@/lib/platform/errors';
import { INVITATION_DAYS, INVITATIONS, INVITATIONS_TO_RECIPIENT, MAX_COLLEAGUES } from '@/lib/platform/limits';
import { hashPassword } from '@/lib/platform/password';
import { limiter } from '@/lib/platform/rate-limit';
import { hashToken, makeToken } from '@/lib/platform/secret-token';
import type { Locale } from '@/lib/platform/i18n/locale';
import { countNewPassword, refusalOfPassword, refusalOfWeakPassword } from '@/lib/platform/new-password';
import { provenEmailOf } from '@/lib/accounts/proven-email';
import { onlyRow } from '@/lib/accounts/queries';
import type { SponsorScope } from '@/lib/accounts/session';
import { withConfirmedAccount } from '@/lib/accounts/with-account';
import { messageTransport } from '@/lib/delivery/transport';
import { invitationMessage } from './emails';
import type { Invitation, Joining, OpenedInvitation } from './schema';

const perCompany = limiter('invitations', { ...INVITATIONS, points: 'invitations' });
const perRecipient = limiter('invitation_recipient', INVITATIONS_TO_RECIPIENT);

const account = alias(users, 'account');
const isOpen = gt(companyInvitations.expiresAt, sql`now()`);

/**
 * Invites a colleague by e-mail, or sends another link to somebody who is invited already: the earlier link ends. Whether
 * the address has an account makes no difference; only who opens the link learns it.
 * @param locale the language of the e-mail
 * @returns 'company.confirm_email' until the owner has confirmed the own address: otherwise who registered with a
 * stranger's address could keep access through a colleague; 'company.too_many' with MAX_COLLEAGUES;
 * 'request.too_many' with the seconds to wait; 'company.not_sent'
 * @throws HttpError 403 'auth.confirm_password'
 */
export async function inviteColleague(
  scope: SponsorScope,
  invitation: Invitation,
  locale: Locale,
): Promise<Limited<object>> {
  const { full_name, email, role } = invitation;
  // Before the transaction, which would wait for a second connection.
  for (const allowed of [await perCompany.consume(scope.accountId), await perRecipient.consume(mailboxOf(email))])
    if (!allowed.ok) return { ok: false, code: 'request.too_many', retryAfterSeconds: allowed.retryAfterSeconds };
  const token = makeToken();
  const { accountId } = scope;
  // The lock counts the invitations of the company one after the other.
  const made = await withConfirmedAccount<Outcome<{ fullName: string; company: string }>>(
    scope,
    async (tx) => {
      const owner = onlyRow(await tx.select().from(users).where(eq(users.id, accountId)));
      const { fullName, companyName: company } = owner;
      if (provenEmailOf(owner) === null) return { ok: false, code: 'company.confirm_email' };
      const isSame = sql`lower(${companyInvitations.email}) = ${email}`;
      const others =
        (await tx.$count(users, eq(users.memberOf, accountId))) +
        (await tx.$count(companyInvitations, and(eq(companyInvitations.accountId, accountId), isOpen, not(isSame))));
      if (others >= MAX_COLLEAGUES) return { ok: false, code: 'company.too_many', params: { max: MAX_COLLEAGUES } };
      const values = {
        fullName: full_name,
        role,
        tokenHash: hashToken(token),
        expiresAt: sql`now() + ${INVITATION_DAYS} * interval '1 day'`,
      };
      const again = await tx
        .update(companyInvitations)
        .set(values)
        .where(and(eq(companyInvitations.accountId, accountId), isSame));
      if (again.count === 0) await tx.insert(companyInvitations).values({ ...values, accountId, email });
      return { ok: true, fullName, company };
    },
    accountId,
  );
  if (!made.ok) return made;
  const sent = await messageTransport().send(invitationMessage(invitation, made, token, locale));
  return sent.ok ? sent : { ok: false, code: 'company.not_sent' };
}

/** Withdraws an invitation, whose link ends. @returns false if the company has no such invitation */
export async function withdrawInvitation({ accountId }: SponsorScope, id: string): Promise<boolean> {
  const { count } = await db()
    .delete(companyInvitations)
    .where(and(eq(companyInvitations.id, id), eq(companyInvitations.accountId, accountId)));
  return count === 1;
}

/** Returns what the page behind the link of an invitation shows; null if the link is used, withdrawn or too old. */
export async function openInvitation(token: string): Promise<OpenedInvitation | null> {
  const { fullName, email, role, accountId, tokenHash } = companyInvitations;
  const registered = db()
    .select({ id: account.id })
    .from(account)
    .where(and(eq(account.kind, 'registered'), sql`lower(${account.email}) = lower(${email})`));
  const [invitation] = await db()
    .select({
      full_name: fullName,
      email,
      role: sql<ColleagueRole>`${role}`,
      company_name: users.companyName,
      invited_by: users.fullName,
      has_account: sql<boolean>`${exists(registered)}`,
    })
    .from(companyInvitations)
    .innerJoin(users, eq(users.id, accountId))
    .where(and(eq(tokenHash, hashToken(token)), isOpen));
  return invitation ?? null;
}

/**
 * Creates the account of a colleague, whose address is confirmed: the link was sent to it. The statement that creates the
 * account deletes the invitation, so of two requests with one link one succeeds. An existing account never joins.
 * @returns 'company.link_invalid'; 'company.has_account'; 'auth.too_many_attempts' with the seconds to wait; or a problem of
 * the password, after which the link still works
 */
export async function joinCompany({ token, designation, phone_number, password }: Joining): Promise<Limited<object>> {
  const invitation = await openInvitation(token);
  if (!invitation) return { ok: false, code: 'company.link_invalid' };
  if (invitation.has_account) return { ok: false, code: 'company.has_account' };
  const { full_name, email, company_name } = invitation;
  const refused = refusalOfPassword(password);
  if (refused) return refused;
  const weak =
    (await countNewPassword('invitation', email)) ??
    (await refusalOfWeakPassword(password, [full_name, email, company_name], 'changing'));
  if (weak) return weak;
  try {
    const passwordHash = await hashPassword(password);
    const hasJoined = await transaction(async (tx) => {
      const isUsable = and(eq(companyInvitations.tokenHash, hashToken(token)), isOpen);
      const [owner] = await tx
        .select({ companyName: users.companyName })
        .from(companyInvitations)
        .innerJoin(users, eq(users.id, companyInvitations.accountId))
        .where(isUsable)
        // Waits for a change of the company's name, which colleagues have a copy of.
        .for('share', { of: users });
      const [used] = await tx.delete(companyInvitations).where(isUsable).returning();
      if (!owner || !used) return false;
      const { accountId, fullName, email, role } = used;
      await tx.insert(users).values({
        kind: 'registered',
        fullName,
        designation,
        email,
        phoneNumber: phone_number,
        companyName: owner.companyName,
        passwordHash,
        emailVerifiedAt: sql`now()`,
        memberOf: accountId,
        memberRole: role,
      });
      return true;
    });
    return hasJoined ? { ok: true } : { ok: false, code: 'company.link_invalid' };
  } catch (error) {
    if (databaseErrorOf(error).constraint_name === 'users_kind_email')
      return { ok: false, code: 'company.has_account' };
    throw error;
  }
}

/** Deletes invitations that ended, which no request accepts anyway. */
export async function purgeInvitations(): Promise<number> {
  const { count } = await db()
    .delete(companyInvitations)
    .where(lte(companyInvitations.expiresAt, sql`now()`));
  return count;
}
