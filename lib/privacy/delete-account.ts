import 'server-only';
import type { TransactionSql } from 'postgres';
import { IS_EXACT, IS_REFUND_DUE } from '@/db/balance';
import { isLiveHold } from '@/db/holds';
import { stateList, statesThat } from '@/db/schema/billing-states';
import { BELONGS_TO_USER } from '@/lib/adoption/access';
import { retryOnConflict } from '@/db/conflict';
import { HttpError, type Outcome } from '@/lib/core/errors';
import type { Locale } from '@/lib/i18n/locale';
import { checkPassword } from '@/lib/identity/credentials';
import { onlyRow } from '@/lib/identity/queries';
import type { SponsorScope } from '@/lib/identity/session';
import { withAccount } from '@/lib/identity/with-account';

/** Why an account cannot be deleted yet. */
type Obstacle = 'people' | 'held' | 'paying' | 'unpaid' | 'refund' | 'request';

/** The personal fields of `billings.sponsor`; company and industry stay. */
const PERSONAL = ['fullName', 'designation', 'email', 'phone'];

/** A deadlock or a conflict with a statement that ran at the same moment. */
const ATTEMPTS = 5;

/** Adoptions of the account $1, also those made as a guest with its confirmed e-mail, are moved to it first. */
const OWN = 'user_id = $1::uuid';

/**
 * Locks the codes, then the adoptions of the account $1, in the order of all statements (lib/adoption/statements.ts):
 * whoever verifies a code or settles a payment at this moment is waited for, and waits afterwards.
 */
const LOCK_CODES = `
select from otp_challenges c
 where c.user_id = $1::uuid or c.billing_id in (select b.id from billings b where ${BELONGS_TO_USER('$1::uuid')})
 order by c.id for update of c`;
const LOCK_ADOPTIONS = `select from billings b where ${BELONGS_TO_USER('$1::uuid')} order by b.id for update of b`;

/** What keeps the account $1: colleagues, seats that are held or not paid for, and money that is on its way. */
const OBSTACLES = `
with own as (select * from billings b where ${BELONGS_TO_USER('$1::uuid')})
select exists (select from users where member_of = $1::uuid) as people,
       exists (select from own b where ${isLiveHold('b')}) as held,
       exists (select from own b join payments p on p.billing_id = b.id where p.status = 'started') as paying,
       exists (select from own b where b.state in (${stateList(statesThat(({ seats, isPaid }) => seats === 'adopted' && !isPaid))})) as unpaid,
       exists (select from own b where ${IS_REFUND_DUE('b')})
         or exists (select from own b join refunds r on r.billing_id = b.id where r.state = 'recorded')
         or exists (select from own b join bank_receipts r on r.billing_id = b.id where r.state = 'recorded')
         or exists (select from own b join payment_refunds r on r.billing_id = b.id join payments p on p.id = r.payment_id
                     where r.state in ('due', 'pending') or (r.state = 'failed' and not ${IS_EXACT('p')})) as refund,
       exists (select from own b join change_requests q on q.billing_id = b.id where q.state = 'open') as request`;

/**
 * Deletes the account of a sponsor: sessions, codes, drafts and unsent messages are deleted, and everything that names
 * the person is emptied. Adoptions, payments and papers stay with the company; audit log and issued papers keep what they
 * say. The row of the account stays without personal data, so that the e-mail is free. The address is told.
 * @param clientAddress for the limits of failed logins
 * @returns the refusals of checkPassword, or 'account.*' with the first obstacle
 * @throws HttpError 401 if the session or the password it was checked against ended meanwhile
 */
export async function deleteAccount(
  scope: SponsorScope,
  password: string,
  clientAddress: string,
  locale: Locale,
): Promise<Outcome<object> & { retryAfterSeconds?: number }> {
  const checked = await checkPassword(scope, password, clientAddress);
  if (!checked.ok) return checked;
  const { email, hash } = checked;
  const obstacle = await retryOnConflict(ATTEMPTS, () =>
    withAccount(scope.accountId, async (connection) => {
      onlyRow(
        await connection`
          select from sessions s join users u on u.id = s.user_id
           where s.id = ${scope.sessionId} and u.id = ${scope.accountId} and u.password_hash = ${hash}`,
      );
      const found = await lockAndJudge(connection, scope.accountId);
      if (!found) await remove(connection, scope.accountId, { email, locale });
      return found ?? 'none';
    }),
  );
  if (obstacle === undefined) throw new HttpError(503, 'request.unavailable');
  if (obstacle !== 'none') return { ok: false, code: `account.${obstacle}` };
  return { ok: true };
}

async function lockAndJudge(connection: TransactionSql, userId: string): Promise<Obstacle | undefined> {
  await connection.unsafe(LOCK_CODES, [userId]);
  await connection.unsafe(LOCK_ADOPTIONS, [userId]);
  const [row] = await connection.unsafe<Record<Obstacle, boolean>[]>(OBSTACLES, [userId]);
  return (Object.keys(row!) as Obstacle[]).find((name) => row![name]);
}

async function remove(
  connection: TransactionSql,
  userId: string,
  { email, locale }: { email: string; locale: Locale },
): Promise<void> {
  const run = (statement: string, ...more: string[][]) => connection.unsafe(statement, [userId, ...more]);
  await run(`
    with moved as (update billings b set user_id = $1::uuid where b.user_id <> $1::uuid and ${BELONGS_TO_USER('$1::uuid')} returning b.id)
    update payments p set user_id = $1::uuid, idempotency_key = null, request_hash = null from moved m where p.billing_id = m.id`);
  // Nobody else's: what somebody adopted with this e-mail, but another contact, stays with the guest.
  await run(`
    delete from users g using users own
     where own.id = $1::uuid and own.email_verified_at is not null and g.kind = 'guest' and lower(g.email) = lower(own.email)
       and not exists (select from billings b where b.user_id = g.id)`);
  await run(`
    delete from billings
     where ${OWN} and verified_at is null and state in (${stateList(statesThat(({ verified }) => verified !== 'yes'))})`);
  await run(
    `update billings set sponsor = sponsor || (select jsonb_object_agg(field, '') from unnest($2::text[]) as f(field)),
                         show_company = false, limit_keys = '{}', limit_seats = 0, version = version + 1
      where ${OWN}`,
    PERSONAL,
  );
  const ofOwn = `billing_id in (select id from billings where ${OWN})`;
  await run(`update billing_events set detail = detail - $2::text[] where ${ofOwn} and detail ?| $2::text[]`, PERSONAL);
  await run(`delete from outbound_messages where ${ofOwn} and sent_at is null`);
  await run(`update outbound_messages set detail = '{}' where ${ofOwn} and detail <> '{}'`);
  await run(`delete from otp_challenges where user_id = $1::uuid or ${ofOwn}`);
  await run(`update billing_events set person = null where ${ofOwn} and person is not null`);
  await run(`delete from company_invitations where account_id = $1::uuid`);
  await run(`delete from sessions where ${OWN}`);
  await connection`delete from outbound_messages where lower(recipient) = lower(${email})`;
  await connection`insert into outbound_messages (kind, recipient, locale) values ('account_deleted', ${email}, ${locale})`;
  await run(`
    update users
       set kind = 'deleted', full_name = 'Deleted account', designation = '', email = id || '@deleted.invalid', phone_number = '',
           password_hash = null, email_verified_at = null, updated_at = now()
     where id = $1::uuid`);
}
