import { randomUUID } from 'node:crypto';
import { sql as part } from 'drizzle-orm';
import type { Sql } from 'postgres';
import { describe, expect, test } from 'vitest';
import { db, sql } from '@/db/client';
import { pledgeSeats } from '@/lib/adoption/take/mutations';
import { purgeUnverified } from '@/lib/adoption/take/retention';
import { issueStatement } from '@/lib/documents/papers/mutations';
import { THIS_YEAR } from '@/db/days';
import { deleteAccount } from '@/lib/operation/privacy/delete-account';
import { makeSponsor, prepareAdoption } from '@/testing/db/adoption';
import { usePool, useTestDatabase } from '@/testing/db/database';
import { makeCourse } from '@/testing/db/factories';
import { makeSponsorAccount, type SponsorAccount } from '@/testing/db/identity';
import { waitForLocks } from '@/testing/db/locks';
import { removeColleague } from '@/lib/company/people/colleagues';
import { handOver } from '@/lib/company/people/hand-over';

useTestDatabase();
const holder = usePool(1);

/** What a guest with this e-mail adopted and paid for. */
async function makePaidGuest(email: string): Promise<{ guestId: string; billingId: string }> {
  const lines = [{ course: await makeCourse(), seats: 1 }];
  const { subject, code, billingId } = await prepareAdoption(lines, makeSponsor({ email }));
  await pledgeSeats({ ...subject, draftId: billingId }, code);
  const guestId = subject.userId!;
  await sql()`
    insert into payments (billing_id, user_id, provider, method, amount_paise, status, transaction_id, captured_paise, captured_currency, settled_at)
    select id, user_id, 'sandbox', 'upi', total_paise, 'captured', ${randomUUID()}, total_paise, 'INR', now()
      from billings where id = ${billingId}`;
  await sql()`update billings set state = 'completed', received_paise = total_paise where id = ${billingId}`;
  return { guestId, billingId };
}

const thisYear = async () => (await db().execute<{ now: string }>(part`select ${THIS_YEAR} as now`))[0]!.now;
const makeAccount = async (member?: { of: SponsorAccount; role: 'pay' }) => {
  const account = await makeSponsorAccount({}, member);
  await sql()`update users set email_verified_at = now() where id = ${account.userId}`;
  return account;
};
let clients = 0;
const remove = ({ scope, password }: SponsorAccount) => deleteAccount(scope, password, `198.51.100.${++clients}`, 'en');
const rowOf = async (id: string) =>
  (
    await sql()<{ kind: string; email: string; text: string }[]>`
      select kind, email, users::text as text from users where id = ${id}`
  )[0];
const emptied = (id: string) => ({ kind: 'deleted', email: `${id}@deleted.invalid` });

/** What an issued annual statement of somebody is in the database. */
const insertStatement = (database: Sql, userId: string) => database`
  insert into papers (kind, user_id, source, series, financial_year, number, serial, data)
  values ('statement', ${userId}, ${randomUUID()}, 'ST', '2020-21', ${++clients}, ${randomUUID()}, '{}')`;

describe('security 105: who is named by something that stays is emptied, not deleted', () => {
  test('a foreign key to users, or to adoptions, is looked at here', async () => {
    const keys = await sql()<{ key: string }[]>`
      select conrelid::regclass || '.' || attname as key
        from pg_constraint join pg_attribute on attrelid = conrelid and attnum = conkey[1]
       where contype = 'f' and confdeltype not in ('c', 'n') and confrelid in ('users'::regclass, 'billings'::regclass)
       order by 1`;
    const toUsers = [
      'billings.user_id', // removePerson leaves whoever has adoptions
      'companies.owner_id', // only of accounts, whose row stays
      'papers.user_id', // removePerson empties whoever has an annual statement
      'payments.user_id', // moved with the adoption
      'users.member_of', // colleagues keep an owner's account from being deleted
    ];
    // Of these only drafts that were never verified are deleted, to which none of these belongs.
    const toAdoptions = [
      'adoption_entries.billing_id',
      'bank_receipts.billing_id',
      'change_requests.billing_id',
      'enrolments.billing_id',
      'papers.billing_id',
      'payee_accounts.billing_id',
      'payment_refunds.billing_id',
      'payments.billing_id',
      'refunds.billing_id',
      'settlement_differences.billing_id',
    ];
    expect(keys.map(({ key }) => key)).toEqual([...toUsers, ...toAdoptions].toSorted());
  });

  test('a guest with an annual statement, whose adoptions go along with the account of the same address', async () => {
    const account = await makeAccount();
    const { guestId, billingId } = await makePaidGuest(account.email);
    const { serial } = await issueStatement(guestId, await thisYear());
    expect(await remove(account)).toEqual({ ok: true });
    const guest = (await rowOf(guestId))!;
    expect(guest).toMatchObject(emptied(guestId));
    expect(guest.text).not.toContain(account.email);
    expect(await sql()`select user_id from billings where id = ${billingId}`).toEqual([{ user_id: account.userId }]);
    expect(await sql()`select user_id from papers where serial = ${serial}`).toEqual([{ user_id: guestId }]);
  });

  test('a colleague with an annual statement of what the colleague had adopted as a guest', async () => {
    const owner = await makeAccount();
    const colleague = await makeAccount({ of: owner, role: 'pay' });
    await makePaidGuest(colleague.email);
    await issueStatement(colleague.userId, await thisYear());
    expect(await removeColleague(owner.scope, colleague.userId)).toBe(true);
    const { text, ...left } = (await rowOf(colleague.userId))!;
    expect(left).toEqual(emptied(colleague.userId));
    expect(text).not.toContain(owner.userId);
    expect(await sql()`select from sessions where user_id = ${colleague.userId}`).toHaveLength(0);
    // Nobody is left, so that the owner can leave as well.
    expect(await remove(owner)).toEqual({ ok: true });
  });

  test('a guest with an annual statement whose adoptions moved by a hand-over: the purge ends, and leaves it', async () => {
    const owner = await makeAccount();
    const colleague = await makeAccount({ of: owner, role: 'pay' });
    const { guestId } = await makePaidGuest(owner.email);
    await issueStatement(guestId, await thisYear());
    expect(await handOver(owner.scope, colleague.userId, owner.password, '192.0.2.1', 'en')).toEqual({ ok: true });
    await sql()`update users set created_at = now() - interval '1 year' where id = ${guestId}`;
    expect(await purgeUnverified()).toEqual({ billings: 0, guests: 0 });
    expect(await rowOf(guestId)).toMatchObject({ kind: 'guest' });
  });
});

describe('security 105: while a guest is removed', () => {
  /** What refers to the guest and commits after the deletion looked for it. */
  const BESIDE: Record<string, (held: Sql, guestId: string) => Promise<unknown>> = {
    'an annual statement is issued': insertStatement,
    'a draft is made': (held, guestId) => held`
      insert into billings (reference, user_id, channel, state, sponsor, total_paise)
      values (${randomUUID()}, ${guestId}, 'public', 'draft', '{"phone": "9876543210"}', 0)`,
  };

  async function removeBeside(beside: keyof typeof BESIDE): Promise<{ guestId: string; removing: Promise<unknown> }> {
    const account = await makeAccount();
    const { guestId } = await makePaidGuest(account.email);
    let removing: Promise<unknown> = Promise.resolve();
    await holder.begin(async (held) => {
      await BESIDE[beside]!(held as unknown as Sql, guestId);
      removing = remove(account);
      removing.catch(() => undefined);
      await waitForLocks(sql(), 1, '"users"');
    });
    return { guestId, removing };
  }

  test.each(Object.keys(BESIDE))('%s: the deletion waits, runs again and sees it', async (beside) => {
    const { guestId, removing } = await removeBeside(beside);
    expect(await removing).toEqual({ ok: true });
    expect((await rowOf(guestId))!.kind).toBe(beside === 'a draft is made' ? 'guest' : 'deleted');
  });
});
