import 'server-only';
import { databaseErrorOf } from '@/db/errors';
import { sql } from '@/db/client';
import { HttpError, type Outcome } from '@/lib/core/errors';
import { hashPassword, verifyPassword } from '@/lib/core/password';
import type { Locale } from '@/lib/i18n/locale';
import { emailCodeMessage } from '@/lib/otp/message-templates';
import { deliverCode, withSendAllowance, type OtpSubject } from '@/lib/otp/mutations';
import { checkCode, codeParameters, RECORD_VERDICT, refusalOfCode } from '@/lib/otp/statements';
import { loginFailures } from './mutations';
import { countNewPassword, refusalOfPassword, refusalOfWeakPassword } from '@/lib/core/new-password';
import { onlyRow } from './queries';
import { readSessionAgain, requireRecentPassword } from './recent-password';
import type { EmailChange, PasswordChange } from './schema';
import type { SponsorScope } from './session';
import { withAccount } from './with-account';

/** Changes of how a signed-in sponsor signs in: password and e-mail (docs/decisions/0030). */

type Limited<T> = Outcome<T> & { retryAfterSeconds?: number };

type CheckedPassword = { email: string; hash: string; about: string[] };

/**
 * Compares the password of the sponsor's account, with the limits of failed logins. Compare the returned hash again
 * within withAccount: the password may change meanwhile.
 */
export async function checkPassword(
  { personId }: SponsorScope,
  password: string,
  clientAddress: string,
): Promise<Limited<CheckedPassword>> {
  const { email, hash, about } = onlyRow(
    await sql()<CheckedPassword[]>`
      select email, password_hash as hash, array[email, full_name, company_name] as about from users where id = ${personId}`,
  );
  const tried = await loginFailures.count(email, clientAddress);
  if (!tried.ok) return { ok: false, code: 'auth.too_many_attempts', retryAfterSeconds: tried.retryAfterSeconds };
  if (!(await verifyPassword(hash, password))) return { ok: false, code: 'auth.password_wrong' };
  await tried.succeeded();
  return { ok: true, email, hash, about };
}

/** Notes that the password was entered again in this session, for requireRecentPassword. */
export async function confirmPassword(
  scope: SponsorScope,
  password: string,
  clientAddress: string,
): Promise<Limited<object>> {
  const checked = await checkPassword(scope, password, clientAddress);
  if (!checked.ok) return checked;
  // Compared once more: the password may have changed since it was checked.
  const confirmed = await withAccount(
    scope.personId,
    (connection) => connection`
      update sessions s set password_at = now() from users u
       where s.id = ${scope.sessionId} and u.id = s.user_id and u.password_hash = ${checked.hash} returning s.id`,
  );
  onlyRow(confirmed);
  return { ok: true };
}

/**
 * Changes the password. All other sessions and the codes for a forgotten password end, and the message to the e-mail is
 * queued (lib/notification).
 * @param locale the language of the e-mail
 * @throws HttpError 401 if the session or the password it was checked against ended meanwhile
 */
export async function changePassword(
  scope: SponsorScope,
  { current_password, password }: PasswordChange,
  clientAddress: string,
  locale: Locale,
): Promise<Limited<object>> {
  const refused = refusalOfPassword(password);
  if (refused) return refused;
  const checked = await checkPassword(scope, current_password, clientAddress);
  if (!checked.ok) return checked;
  const weak =
    (await countNewPassword('sponsor', checked.email)) ??
    (await refusalOfWeakPassword(password, checked.about, 'changing'));
  if (weak) return weak;
  const hash = await hashPassword(password);
  const { personId, sessionId } = scope;
  const changed = await withAccount(personId, async (connection) => {
    await readSessionAgain(connection, scope);
    return connection`
      with changed as (update users set password_hash = ${hash}, updated_at = now()
                        where id = ${personId} and password_hash = ${checked.hash} returning id, email),
           confirmed as (update sessions s set password_at = now() from changed c where s.id = ${sessionId}),
           sessions_ended as (delete from sessions s using changed c where s.user_id = c.id and s.id <> ${sessionId}),
           codes_ended as (delete from otp_challenges o using changed c
                            where o.user_id = c.id and o.purpose = 'password' and o.consumed_at is null),
           queued as (insert into outbound_messages (kind, recipient, locale)
                      select 'account_password_changed', email, ${locale} from changed)
      select from changed`;
  });
  onlyRow(changed);
  return { ok: true };
}

const subjectOf = ({ personId }: SponsorScope, email: string): OtpSubject => ({
  purpose: 'new_email',
  otpMethod: 'email',
  userId: personId,
  email,
  phone: '',
});

/**
 * Sends a code to the address that an account is to have, whether or not another account has it.
 * @throws HttpError 403 'auth.confirm_password'
 */
export async function sendNewEmailCode(
  scope: SponsorScope,
  email: string,
  clientAddress: string,
  locale: Locale,
): Promise<Limited<object>> {
  await withAccount(scope.personId, async (connection) =>
    requireRecentPassword(await readSessionAgain(connection, scope)),
  );
  // Not counted as a known requester: anybody can register, and this address is not confirmed yet.
  return withSendAllowance({ purpose: 'new_email', otpMethod: 'email', recipient: email, clientAddress }, () =>
    deliverCode(subjectOf(scope, email), null, (code) => emailCodeMessage(email, code, locale, 'new_email')),
  );
}

/** Consumes the code and sets the e-mail $2; $9 is the session that goes on, $10 the language. Run by withAccount. */
const CHANGE_EMAIL = `
with ${checkCode({})},
     result as (select id, verdict from code_check),${RECORD_VERDICT},
     account as (select u.id, u.email from users u, result r
                  where u.id = $1::uuid and r.verdict = 'right' and exists (select from recorded)),
     changed as (update users u set email = $2, email_verified_at = now(), updated_at = now()
                   from account a where u.id = a.id),
     sessions_ended as (delete from sessions s using account a where s.user_id = a.id and s.id <> $9::uuid),
     codes_ended as (delete from otp_challenges c using account a
                      where c.user_id = a.id and c.billing_id is null and c.consumed_at is null
                        and c.id not in (select id from recorded)),
     queued as (insert into outbound_messages (kind, recipient, locale, detail)
                select 'account_email_changed', told, $10::text, jsonb_build_object('email', $2::text)
                  from account a, unnest(array[a.email, $2::text]) as told)
select verdict, greatest(1, ceil(extract(epoch from retry_at - now())))::int as retry_after,
       (select email from account) as former
  from code_check`;

type EmailVerdict = { verdict: string; retry_after: number | null; former: string | null };

/**
 * Changes the e-mail with the code that was sent to it. All other sessions and all codes of the account end, and both
 * addresses are told. The unique index decides whether the address is free, which only who reads its mail learns.
 * @param locale the language of the e-mails
 * @throws HttpError 401 if the session ended, and 403 'auth.confirm_password'
 */
export async function changeEmail(
  scope: SponsorScope,
  { email, otp }: EmailChange,
  locale: Locale,
): Promise<Limited<object>> {
  const values = [...codeParameters(subjectOf(scope, email), otp), scope.sessionId, locale];
  try {
    const [row] = await withAccount(scope.personId, async (connection) => {
      requireRecentPassword(await readSessionAgain(connection, scope));
      return connection.unsafe<EmailVerdict[]>(CHANGE_EMAIL, values, { prepare: true });
    });
    const { verdict, retry_after, former } = row!;
    return former === null ? refusalOfCode(verdict, retry_after) : { ok: true };
  } catch (error) {
    if (databaseErrorOf(error).constraint_name === 'users_kind_email') throw new HttpError(409, 'auth.email_taken');
    throw error;
  }
}
