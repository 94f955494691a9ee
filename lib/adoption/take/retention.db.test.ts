import { beforeEach, describe, expect, test } from 'vitest';
import { sql } from '@/db/client';
import { useTestDatabase } from '@/testing/db/database';
import { makeSponsorAccount } from '@/testing/db/identity';
import { purgeUnverified } from './retention';

useTestDatabase();

async function makeGuest(email: string, days: number): Promise<string> {
  const [row] = await sql()<{ id: string }[]>`
    insert into users (kind, full_name, designation, email, phone_number, company_name, created_at)
    values ('guest', 'Asha', 'Head', ${email}, '9876543210', 'Narmada', now() - ${days} * interval '1 day') returning id`;
  return row!.id;
}

async function makeBilling(userId: string, state: 'draft' | 'replaced' | 'pledged', days: number): Promise<void> {
  await sql()`
    insert into billings (reference, user_id, channel, state, sponsor, total_paise, created_at, verified_at)
    values (gen_random_uuid()::text, ${userId}, 'public', ${state}, '{"phone": "9876543210"}', 0,
            now() - ${days} * interval '1 day', case when ${state} = 'pledged' then now() end)`;
}

const guests = async () =>
  (await sql()<{ email: string }[]>`select email from users order by email`).map((row) => row.email);

describe('retention of personal data (A-87)', () => {
  beforeEach(() => sql()`truncate users cascade`);

  test('deletes drafts that stay unverified for 30 days, and guests without other data', async () => {
    const old = await makeGuest('old@example.in', 31);
    await makeBilling(old, 'draft', 31);
    await makeBilling(old, 'replaced', 40);
    await makeGuest('idle@example.in', 31);
    expect(await purgeUnverified()).toEqual({ billings: 2, guests: 2 });
    expect(await guests()).toEqual([]);
  });

  test('does not delete recent drafts, verified adoptions and their guests', async () => {
    const fresh = await makeGuest('fresh@example.in', 40);
    await makeBilling(fresh, 'draft', 29);
    const sponsor = await makeGuest('sponsor@example.in', 400);
    await makeBilling(sponsor, 'pledged', 400);
    await makeBilling(sponsor, 'replaced', 400);
    expect(await purgeUnverified()).toEqual({ billings: 1, guests: 0 });
    expect(await guests()).toEqual(['fresh@example.in', 'sponsor@example.in']);
  });

  test('does not delete verified dashboard adoptions and their payments, including holds that ended or were replaced', async () => {
    const account = await makeSponsorAccount();
    const old = "interval '400 days'";
    const insert = (state: string, verified: boolean) =>
      sql()<{ id: string }[]>`
        insert into billings (reference, user_id, channel, state, sponsor, total_paise, created_at, verified_at, hold_expires_at)
        select gen_random_uuid()::text, ${account.userId}, 'dashboard', ${state}, '{}', 100, t, case when ${verified} then t end, case when ${verified} then t end
          from (select now() - ${sql().unsafe(old)} as t) x returning id`;
    const [ended] = await insert('expired', true);
    const [replaced] = await insert('replaced', true);
    for (const { id } of [ended!, replaced!])
      await sql()`insert into payments (billing_id, user_id, provider, method, amount_paise) values (${id}, ${account.userId}, 'sandbox', 'upi', 100)`;
    await insert('draft', false);
    await insert('replaced', false);
    expect(await purgeUnverified()).toEqual({ billings: 2, guests: 0 });
    const left = await sql()`select state from billings where user_id = ${account.userId} order by state`;
    expect(left.map(({ state }) => state)).toEqual(['expired', 'replaced']);
    expect(await sql()`select 1 from payments`).toHaveLength(2);
  });
});
