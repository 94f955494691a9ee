import 'server-only';
import { sql } from '@/db/client';
import type { Outcome } from '@/lib/core/errors';
import { hashPassword } from '@/lib/core/password';
import type { Locale } from '@/lib/i18n/locale';
import { withAttemptAllowance } from '@/lib/otp/attempts';
import { checkCode, RECORD_VERDICT } from '@/lib/otp/statements';
import { accountCodeParameters, attemptsAt } from './email-code';
import { forgetLoginFailures } from './mutations';
import { countNewPassword, refusalOfPassword, refusalOfWeakPassword } from '@/lib/core/new-password';
import type { PasswordReset } from './schema';
import { withAccount } from './with-account';

/**
 * Sets a forgotten password with the code of sendEmailCode('password'), which proves the ownership of the e-mail: it is
 * confirmed, all sessions and other codes of this kind end, and the address is told. If the e-mail was not confirmed
 * before, a stranger may have registered with it: then the phone number is removed as well, so that codes of adoptions
 * do not go to the stranger (docs/decisions/0030). Unknown addresses are counted and answered like known ones.
 * @param clientAddress the code is valid only for the network that requested it
 * @param locale the language of the e-mail
 */
export async function resetPassword(
  { email, otp, password }: PasswordReset,
  clientAddress: string,
  locale: Locale,
): Promise<Outcome<object> & { retryAfterSeconds?: number }> {
  const refused = refusalOfPassword(password);
  if (refused) return refused;
  let weak: Awaited<ReturnType<typeof refusalOfWeakPassword>> = null;
  const outcome = await withAttemptAllowance(attemptsAt(email, 'password'), clientAddress, async () => {
    const values = await accountCodeParameters(email, otp, clientAddress, 'password');
    // A wrong code locks nothing and costs no password hash, so that it takes as long as for an unknown address.
    const [right] = await sql().unsafe(CHECK_PASSWORD_CODE, values, { prepare: true });
    if (!right) return false;
    // The code stays good for a better password.
    weak = (await countNewPassword('sponsor', email)) ?? (await refusalOfWeakPassword(password, [email], 'changing'));
    if (weak) return true;
    const parameters = [...values, await hashPassword(password), locale];
    const done = await withAccount(values[0]!, (connection) =>
      connection.unsafe(RESET_PASSWORD, parameters, { prepare: true }),
    );
    return done.length > 0;
  });
  if (weak) return weak;
  if (outcome.ok) await forgetLoginFailures(email);
  return outcome;
}

const CHECK = checkCode({ isOfRequester: true, locks: false });

const CHECK_PASSWORD_CODE = `with ${CHECK} select id from code_check where verdict = 'right'`;

/** Consumes the code and sets the password $9; $10 is the language. Run by withAccount. Returns a row if it did. */
export const RESET_PASSWORD = `
with ${CHECK},
     result as (select id, verdict from code_check where verdict = 'right'),${RECORD_VERDICT},
     account as (select id, email_verified_at is null as unconfirmed from users
                  where id = $1::uuid and kind = 'registered' and lower(email) = $2 and exists (select from recorded)),
     changed as (update users u set password_hash = $9,
                        phone_number = case when a.unconfirmed then '' else u.phone_number end,
                        email_verified_at = coalesce(u.email_verified_at, now()), updated_at = now()
                   from account a where u.id = a.id),
     sessions_ended as (delete from sessions s using account a where s.user_id = a.id),
     codes_ended as (delete from otp_challenges c using account a
                      where c.user_id = a.id and c.purpose = 'password' and c.consumed_at is null
                        and c.id not in (select id from recorded)),
     queued as (insert into outbound_messages (kind, recipient, locale, detail)
                select 'account_password_reset', $2::text, $10::text, jsonb_build_object('phone_removed', unconfirmed) from account)
select from account`;
