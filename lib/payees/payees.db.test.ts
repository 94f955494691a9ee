import { beforeEach, expect, test } from 'vitest';
import { sql } from '@/db/client';
import { makeAdmin, type AdminAccount } from '@/testing/db/admin';
import { insertAdoption } from '@/testing/db/adoptions';
import { useTestDatabase } from '@/testing/db/database';
import { makeCourse } from '@/testing/db/factories';
import { makeSponsorAccount } from '@/testing/db/identity';
import { makeOffice, type OfficeAccount } from '@/testing/db/offices';
import { readToday, receive } from '@/testing/funds/money';
import { countAttention } from '@/lib/admin/attention/queries';
import { decideAccount, stateOfficeAccount, stateSponsorAccount, stateToldAccount } from './mutations';
import { listStatedInstitutes, readOfficeAccounts, readPayeeAccounts, readSponsorAccount } from './queries';
import { accountSchema } from './schema';

useTestDatabase();

let office: OfficeAccount;
let first: AdminAccount;
let second: AdminAccount;
let institute: string;
beforeEach(async () => {
  [office, first, second] = [await makeOffice(), await makeAdmin(), await makeAdmin()];
  institute = office.scope.institutes[0]!.id;
});

const ACCOUNT = { holder: 'Government Polytechnic Rewa', account_number: '00123456789', ifsc: 'SBIN0001234' };
const account = (end: number) => ({ ...ACCOUNT, account_number: `10000000${end}` });
const accountsOf = async (id: string) => (await readPayeeAccounts(first.scope, [id])).get(id);
const decide = async (by: AdminAccount, id: string, action: 'confirm' | 'reject' = 'confirm') =>
  decideAccount(by.scope, id, { action, reason: 'Compared with the cheque' });
const statedOf = async (id: string) => (await accountsOf(id))!.stated!.id;
const toldTo = async (recipient: string) => {
  const rows = await sql()<{ step: string; ending: string }[]>`
    select detail->>'step' as step, detail->>'ending' as ending from outbound_messages
     where kind = 'payee_account' and recipient = ${recipient} order by created_at`;
  return rows.map(({ step, ending }) => `${step} ${ending}`);
};

test('an account is read as people write it, and refused if no bank can have it', () => {
  expect(
    accountSchema.parse({ holder: '  राजकीय  पॉलिटेक्निक रीवा ', account_number: '0012-3456 789', ifsc: 'sbin 0001234' }),
  ).toEqual({ holder: 'राजकीय पॉलिटेक्निक रीवा', account_number: '00123456789', ifsc: 'SBIN0001234' });
  for (const wrong of [
    { holder: '' },
    { holder: '=HYPERLINK("x")' },
    { holder: 'a'.repeat(101) },
    { holder: 'A\u0000B' },
    { account_number: '12345' },
    { account_number: '1234567890123456789' },
    { account_number: '12E45678' },
    { ifsc: 'SBIN1001234' },
    { ifsc: 'SBI00012345' },
    { ifsc: 'SBIN000123' },
  ])
    expect(accountSchema.safeParse({ ...ACCOUNT, ...wrong }).success, JSON.stringify(wrong)).toBe(false);
});

test('the head of an office states an account; once an administrator confirms it, it is paid to; the heads are told', async () => {
  const before = await countAttention(first.scope);
  expect(await stateOfficeAccount(office.scope, institute, account(1))).toEqual({ ok: true });
  expect(await accountsOf(institute)).toMatchObject({ confirmed: null, stated: { accountNumber: '100000001' } });
  expect((await countAttention(first.scope)).payee_account).toBe(before.payee_account + 1);
  const isListed = async () => (await listStatedInstitutes(first.scope)).some(({ id }) => id === institute);
  expect(await isListed()).toBe(true);
  expect(await readOfficeAccounts(office.scope)).toMatchObject([{ account: { ending: '0001', isConfirmed: false } }]);
  expect(await decide(first, await statedOf(institute))).toEqual({ ok: true, alone: false });
  expect(await isListed()).toBe(false);
  expect(await readOfficeAccounts(office.scope)).toMatchObject([{ account: { ending: '0001', isConfirmed: true } }]);
  // The same once more is nothing new.
  expect(await stateOfficeAccount(office.scope, institute, account(1))).toEqual({ ok: true });
  expect(await accountsOf(institute)).toMatchObject({ confirmed: { accountNumber: '100000001' }, stated: null });
  expect(await stateOfficeAccount(office.scope, institute, account(2))).toEqual({ ok: true });
  expect(await accountsOf(institute)).toMatchObject({
    confirmed: { accountNumber: '100000001' },
    stated: { accountNumber: '100000002' },
  });
  const rejected = await statedOf(institute);
  expect(await decide(second, rejected, 'reject')).toEqual({ ok: true, alone: false });
  expect(await decide(second, rejected)).toEqual({ ok: false, code: 'payee.changed' });
  expect(await accountsOf(institute)).toMatchObject({ confirmed: { accountNumber: '100000001' }, stated: null });
  await stateOfficeAccount(office.scope, institute, account(3));
  await decide(second, await statedOf(institute));
  expect(await accountsOf(institute)).toMatchObject({ confirmed: { accountNumber: '100000003' }, stated: null });
  expect(await toldTo(office.scope.username)).toEqual([
    'stated 0001',
    'confirmed 0001',
    'stated 0002',
    'stated 0003',
    'confirmed 0003',
  ]);
  const other = await makeOffice();
  expect(await stateOfficeAccount(other.scope, institute, account(4))).toEqual({
    ok: false,
    code: 'institute.not_found',
  });
});

test('what an administrator enters, another one confirms; the same one where there is no other', async () => {
  const told = { ...account(1), institute_id: institute };
  expect(await stateToldAccount(first.scope, told)).toEqual({ ok: true });
  const id = await statedOf(institute);
  expect((await accountsOf(institute))!.stated!.needsOther).toBe(true);
  expect(await decide(first, id)).toEqual({ ok: false, code: 'adoption.second_admin' });
  expect(await decide(second, id)).toEqual({ ok: true, alone: false });
  await stateToldAccount(first.scope, { ...account(2), institute_id: institute });
  await sql()`update admins set deactivated_at = now() where id <> ${first.adminId}`;
  expect(await decide(first, await statedOf(institute))).toEqual({ ok: true, alone: true });
  expect(await toldTo(office.scope.username)).toEqual(['stated 0001', 'confirmed 0001', 'stated 0002']);
  expect(await stateToldAccount(first.scope, { ...ACCOUNT, institute_id: crypto.randomUUID() })).toMatchObject({
    code: 'institute.not_found',
  });
  expect(await stateToldAccount(first.scope, { ...ACCOUNT, reference: 'SA-NOBODY' })).toMatchObject({
    code: 'adoption.not_found',
  });
});

test('a sponsor states the account to which money goes back, while some has to', async () => {
  const { scope, userId } = await makeSponsorAccount();
  const course = await makeCourse();
  const { id, reference } = await insertAdoption(sql(), {
    userId,
    state: 'completed',
    lines: [{ course, seats: 1 }],
  });
  expect(await stateSponsorAccount(scope, id, ACCOUNT)).toEqual({ ok: false, code: 'payee.nothing_due' });
  await receive(id, course.pricePaise + 500_00, { on: (await readToday()).today });
  const stranger = await makeSponsorAccount();
  expect(await stateSponsorAccount(stranger.scope, id, ACCOUNT)).toEqual({
    ok: false,
    code: 'own_adoption.not_found',
  });
  expect(await readSponsorAccount(id)).toBeNull();
  expect(await stateSponsorAccount(scope, id, ACCOUNT)).toEqual({ ok: true });
  expect(await readSponsorAccount(id)).toEqual({ ending: '6789', isConfirmed: false });
  const [event] =
    await sql()`select actor, detail from billing_events where billing_id = ${id} and event = 'account_stated'`;
  expect(event).toMatchObject({ actor: 'sponsor', detail: null });
  expect(await decide(first, await statedOf(id))).toEqual({ ok: true, alone: false });
  expect(await readSponsorAccount(id)).toEqual({ ending: '6789', isConfirmed: true });
  expect(await stateToldAccount(first.scope, { ...account(7), reference })).toEqual({ ok: true });
  expect(await accountsOf(id)).toMatchObject({
    confirmed: { accountNumber: ACCOUNT.account_number },
    stated: { accountNumber: '100000007' },
  });
});

test('of many people at once one account waits, and one of two who decide does', async () => {
  const others = await Promise.all(
    Array.from({ length: 12 }, (_, at) => stateOfficeAccount(office.scope, institute, account(at))),
  );
  expect(others).toEqual(others.map(() => ({ ok: true })));
  const count = async (state: string) => {
    const [row] = await sql()<[{ n: number }]>`
      select count(*)::int as n from payee_accounts where institute_id = ${institute} and state = ${state}`;
    return row.n;
  };
  expect(await count('stated')).toBe(1);
  const id = await statedOf(institute);
  const decided = await Promise.all([decide(first, id), decide(second, id, 'reject'), decide(second, id)]);
  expect(decided.filter(({ ok }) => ok)).toHaveLength(1);
  expect(await count('stated')).toBe(0);
});
