import 'server-only';
import { databaseErrorOf } from '@/db/errors';
import { sql } from '@/db/client';
import { mailboxOf } from '@/lib/core/email';
import type { Outcome } from '@/lib/core/errors';
import { INVITATION_DAYS, INVITATIONS, INVITATIONS_TO_RECIPIENT, MAX_COLLEAGUES } from '@/lib/core/limits';
import { hashPassword } from '@/lib/core/password';
import { limiter } from '@/lib/core/rate-limit';
import { hashToken, makeToken } from '@/lib/core/secret-token';
import type { Locale } from '@/lib/i18n/locale';
import { countNewPassword, refusalOfPassword, refusalOfWeakPassword } from '@/lib/core/new-password';
import { onlyRow } from '@/lib/identity/queries';
import { readSessionAgain, requireRecentPassword } from '@/lib/identity/recent-password';
import type { SponsorScope } from '@/lib/identity/session';
import { withAccount } from '@/lib/identity/with-account';
import { messageTransport } from '@/lib/message/transport';
import { invitationMessage } from './messages';
import type { Invitation, Joining, OpenedInvitation } from './schema';

const perCompany = limiter('invitations', { ...INVITATIONS, points: 'invitations' });
const perRecipient = limiter('invitation_recipient', INVITATIONS_TO_RECIPIENT);

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
): Promise<Outcome<object> & { retryAfterSeconds?: number }> {
  const { full_name, email, role } = invitation;
  // Before the transaction, which would wait for a second connection.
  for (const allowed of [await perCompany.consume(scope.accountId), await perRecipient.consume(mailboxOf(email))])
    if (!allowed.ok) return { ok: false, code: 'request.too_many', retryAfterSeconds: allowed.retryAfterSeconds };
  const token = makeToken();
  // The lock counts the invitations of the company one after the other.
  const made = await withAccount<Outcome<{ fullName: string; company: string }>>(
    scope.accountId,
    async (connection) => {
      requireRecentPassword(await readSessionAgain(connection, scope));
      const owner = onlyRow(
        await connection<{ fullName: string; company: string; isConfirmed: boolean; others: number }[]>`
          select full_name as "fullName", company_name as company, email_verified_at is not null as "isConfirmed",
                 (select count(*)::int from users m where m.member_of = u.id)
                 + (select count(*)::int from company_invitations i
                     where i.account_id = u.id and i.expires_at > now() and lower(i.email) <> ${email}) as others
            from users u where u.id = ${scope.accountId}`,
      );
      if (!owner.isConfirmed) return { ok: false, code: 'company.confirm_email' };
      if (owner.others >= MAX_COLLEAGUES)
        return { ok: false, code: 'company.too_many', params: { max: MAX_COLLEAGUES } };
      await connection`
        insert into company_invitations (account_id, full_name, email, role, token_hash, expires_at)
        values (${scope.accountId}, ${full_name}, ${email}, ${role}, ${hashToken(token)},
                now() + ${INVITATION_DAYS} * interval '1 day')
        on conflict (account_id, lower(email)) do update
           set full_name = excluded.full_name, role = excluded.role, token_hash = excluded.token_hash,
               expires_at = excluded.expires_at`;
      return { ok: true, ...owner };
    },
  );
  if (!made.ok) return made;
  const sent = await messageTransport().send(invitationMessage(invitation, made, token, locale));
  return sent.ok ? sent : { ok: false, code: 'company.not_sent' };
}

/** Withdraws an invitation, whose link ends. @returns false if the company has no such invitation */
export async function withdrawInvitation({ accountId }: SponsorScope, id: string): Promise<boolean> {
  const { count } = await sql()`delete from company_invitations where id = ${id} and account_id = ${accountId}`;
  return count === 1;
}

/** Returns what the page behind the link of an invitation shows; null if the link is used, withdrawn or too old. */
export async function openInvitation(token: string): Promise<OpenedInvitation | null> {
  const [invitation] = await sql()<OpenedInvitation[]>`
    select i.full_name, i.email, i.role, a.company_name, a.full_name as invited_by,
           exists (select from users u where u.kind = 'registered' and lower(u.email) = lower(i.email)) as has_account
      from company_invitations i join users a on a.id = i.account_id
     where i.token_hash = ${hashToken(token)} and i.expires_at > now()`;
  return invitation ?? null;
}

/**
 * Creates the account of a colleague, whose address is confirmed: the link was sent to it. The statement that creates the
 * account deletes the invitation, so of two requests with one link one succeeds. An existing account never joins.
 * @returns 'company.link_invalid'; 'company.has_account'; 'auth.too_many_attempts' with the seconds to wait; or a problem of
 * the password, after which the link still works
 */
export async function joinCompany({
  token,
  designation,
  phone_number,
  password,
}: Joining): Promise<Outcome<object> & { retryAfterSeconds?: number }> {
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
    // The lock of the owner's row waits for a change of the company's name, which colleagues have a copy of.
    const joined = await sql()`
      with used  as (delete from company_invitations where token_hash = ${hashToken(token)} and expires_at > now() returning *),
           owner as (select a.id, a.company_name from users a where a.id = any (array(select account_id from used)) for share)
      insert into users (kind, full_name, designation, email, phone_number, company_name, password_hash, email_verified_at,
                         member_of, member_role)
      select 'registered', i.full_name, ${designation}, i.email, ${phone_number}, o.company_name,
             ${await hashPassword(password)}, now(), o.id, i.role
        from used i join owner o on o.id = i.account_id
      returning id`;
    return joined.length > 0 ? { ok: true } : { ok: false, code: 'company.link_invalid' };
  } catch (error) {
    if (databaseErrorOf(error).constraint_name === 'users_kind_email')
      return { ok: false, code: 'company.has_account' };
    throw error;
  }
}

/** Deletes invitations that ended, which no request accepts anyway. */
export async function purgeInvitations(): Promise<number> {
  const { count } = await sql()`delete from company_invitations where expires_at <= now()`;
  return count;
}
