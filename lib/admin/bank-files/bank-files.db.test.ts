import { sql as part } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import { db, sql } from '@/db/client';
import { billings } from '@/db/schema';
import { countAttention } from '@/lib/admin/attention/queries';
import { listRefunds, sumRefunds } from '@/lib/admin/registers/money';
import { changeRelease } from '@/lib/funds/mutations';
import { readFunds, readOfficeFunds } from '@/lib/funds/queries';
import { readLineMoney } from '@/lib/funds/statements';
import { decideAccount, stateToldAccount } from '@/lib/payees/mutations';
import { readPayeeAccounts } from '@/lib/payees/queries';
import { makeAdmin, type AdminAccount } from '@/testing/db/admin';
import { insertAdoption } from '@/testing/db/adoptions';
import { usePool, useTestDatabase } from '@/testing/db/database';
import { makeCourse } from '@/testing/db/factories';
import { withoutGuards } from '@/testing/db/guards';
import { makeSponsorAccount } from '@/testing/db/identity';
import { makeOffice } from '@/testing/db/offices';
import { newReference, readToday, receive } from '@/testing/funds/money';
import { makeRandom } from '@/testing/lib/random';
import { actOnBankFile, enterPaid, prepareBankFile } from './mutations';
import { bankFileCells, listBankFiles, readBankFile, readPayable } from './queries';
import { fileReference } from './rules';

useTestDatabase();
const holder = usePool(1);

let first: AdminAccount;
let second: AdminAccount;
let today: string;
beforeEach(async () => {
  [first, second] = [await makeAdmin(), await makeAdmin()];
  ({ today } = await readToday());
});

const REASON = 'Checked with the bank';
let accounts = 0;

/** Gives a payee a confirmed account. */
async function withAccount(of: { institute_id: string } | { reference: string }, id: string): Promise<void> {
  await stateToldAccount(first.scope, {
    holder: 'Government College',
    account_number: String(50_000_000 + ++accounts),
    ifsc: 'SBIN0001234',
    ...of,
  });
  const { stated } = (await readPayeeAccounts(first.scope, [id])).get(id)!;
  const decided = await decideAccount(second.scope, stated!.id, { action: 'confirm', reason: REASON });
  if (!decided.ok) throw new Error(decided.code);
}

/** An institute with an account, and a paid adoption of seats there, of which one has a student. */
async function payableInstitute() {
  const office = await makeOffice();
  const instituteId = office.scope.institutes[0]!.id;
  const course = await makeCourse({ instituteId });
  const { userId } = await makeSponsorAccount();
  const adoption = await insertAdoption(sql(), { userId, state: 'completed', lines: [{ course, seats: 1 }] });
  await receive(adoption.id, course.pricePaise, { on: today });
  await sql()`
    insert into enrolments (billing_id, course_id, place, session, from_day)
    values (${adoption.id}, ${course.id}, 1, ${course.session}, ${today})`;
  await withAccount({ institute_id: instituteId }, instituteId);
  return { office, instituteId, course, adoption };
}

/** A cancelled adoption whose money goes back, to an account. */
async function refundable(paise = 70_000_00) {
  const { userId } = await makeSponsorAccount();
  const course = await makeCourse();
  const adoption = await insertAdoption(sql(), { userId, state: 'cancelled', lines: [{ course, seats: 1 }] });
  await receive(adoption.id, paise, { on: today });
  await withAccount({ reference: adoption.reference }, adoption.id);
  return adoption;
}

const prepare = (by: AdminAccount, of: { institutes?: string[]; adoptions?: string[] }) =>
  prepareBankFile(by.scope, { pay_on: today, institutes: [], adoptions: [], ...of });
const made = async (by: AdminAccount, of: Parameters<typeof prepare>[1]) => {
  const outcome = await prepare(by, of);
  if (!outcome.ok) throw new Error(outcome.code);
  return outcome;
};
const confirm = (by: AdminAccount, number: number) =>
  actOnBankFile(by.scope, number, { action: 'confirm', reason: REASON });
const pay = (by: AdminAccount, number: number, position: number, bankReference = newReference()) =>
  enterPaid(by.scope, {
    payments: [{ reference: fileReference(number, position), paid_on: today, bank_reference: bankReference }],
    reason: REASON,
  });
const refundedOf = async (id: string) => {
  const [row] = await sql()<[{ paise: number; messages: number }]>`
    select refunded_paise::float8 as paise,
           (select count(*)::int from outbound_messages where billing_id = ${id} and kind = 'refunded') as messages
      from billings where id = ${id}`;
  return row;
};
const passableOf = async (id: string) =>
  (await readFunds(first.scope)).find((each) => each.id === id)?.passablePaise ?? 0;

test('one prepares, another confirms, the bank pays: only then the money counts', async () => {
  const { office, instituteId, course } = await payableInstitute();
  const adoption = await refundable();
  const payable = await readPayable(first.scope);
  expect(payable.find(({ id }) => id === instituteId)).toMatchObject({
    amount: course.pricePaise / 100,
    account: { ifsc: 'SBIN0001234' },
  });
  expect(payable.find(({ id }) => id === adoption.reference)).toMatchObject({ amount: 70_000 });
  const { number, payments, refused } = await made(first, {
    institutes: [instituteId],
    adoptions: [adoption.reference],
  });
  expect([payments, refused]).toEqual([2, []]);
  expect(await passableOf(instituteId)).toBe(0);
  // What is in a file is not in another one.
  expect(await prepare(second, { institutes: [instituteId] })).toEqual({ ok: false, code: 'bank_file.nothing_due' });
  expect(await prepare(second, { adoptions: [adoption.reference] })).toEqual({
    ok: false,
    code: 'bank_file.nothing_due',
  });
  expect(await bankFileCells(second.scope, number)).toBeNull();
  expect(await confirm(first, number)).toMatchObject({
    results: [{ code: 'adoption.second_admin' }, { code: 'adoption.second_admin' }],
  });
  expect(await pay(second, number, 1)).toMatchObject({ results: [{ code: 'funds.changed' }] });
  expect(await confirm(second, number)).toMatchObject({ results: [{ code: null }, { code: null }] });
  expect(await confirm(second, number)).toEqual({ ok: false, code: 'bank_file.changed' });
  const ordered = { q: adoption.reference, state: 'ordered' } as const;
  expect((await listRefunds(first.scope, ordered, {})).rows).toMatchObject([
    { state: 'ordered', amountPaise: 70_000_00, bankReference: fileReference(number, 2) },
  ]);
  expect(await sumRefunds(first.scope, ordered)).toMatchObject([
    { state: 'ordered', count: 1, amountPaise: 70_000_00 },
  ]);
  const cells = await bankFileCells(first.scope, number);
  expect(cells!.slice(1).map((row) => [row[3], row.at(-1)])).toEqual([
    [(course.pricePaise / 100).toFixed(2), fileReference(number, 1)],
    ['70000.00', fileReference(number, 2)],
  ]);
  expect((await readOfficeFunds(office.scope)).releases).toEqual([]);
  expect(await refundedOf(adoption.id)).toEqual({ paise: 0, messages: 0 });
  const [mine] = (await listBankFiles(first.scope, 500)).filter((file) => file.number === number);
  expect(mine).toMatchObject({ payments: 2, recorded: 0, ordered: 2 });

  const utr = newReference();
  expect(await pay(first, number, 1, utr)).toEqual({ results: [{ reference: fileReference(number, 1), code: null }] });
  expect((await readOfficeFunds(office.scope)).releases).toMatchObject([
    { reference: utr, paidOn: today, amountPaise: course.pricePaise },
  ]);
  expect(await pay(first, number, 1)).toMatchObject({ results: [{ code: 'funds.changed' }] });
  expect(await pay(first, number, 2)).toMatchObject({ results: [{ code: null }] });
  expect(await refundedOf(adoption.id)).toEqual({ paise: 70_000_00, messages: 1 });
  expect(await pay(first, number, 9)).toMatchObject({ results: [{ code: 'bank_file.payment_unknown' }] });
  const file = await readBankFile(first.scope, number);
  expect(file!.payments.map(({ state, position }) => [position, state])).toEqual([
    [1, 'confirmed'],
    [2, 'done'],
  ]);
});

test('a reference of the bank is entered once, and what the bank did not pay is free again', async () => {
  const one = await payableInstitute();
  const other = await payableInstitute();
  const { number } = await made(first, { institutes: [one.instituteId, other.instituteId] });
  await confirm(second, number);
  const utr = newReference();
  expect(await pay(first, number, 1, utr)).toMatchObject({ results: [{ code: null }] });
  expect(await pay(first, number, 2, utr)).toMatchObject({ results: [{ code: 'adoption.reference_used' }] });
  expect(await actOnBankFile(first.scope, number, { action: 'reject', reason: 'Account closed' })).toMatchObject({
    results: [{ reference: fileReference(number, 2), code: null }],
  });
  const passable = [await passableOf(one.instituteId), await passableOf(other.instituteId)];
  expect(passable.toSorted((a, b) => a - b)).toEqual([0, one.course.pricePaise]);
  expect(await actOnBankFile(first.scope, number, { action: 'reject', reason: REASON })).toMatchObject({
    code: 'bank_file.changed',
  });
});

test('who has no confirmed account, or is owed nothing, is left out; a day before today is refused', async () => {
  const { instituteId } = await payableInstitute();
  const without = await payableInstitute();
  await sql()`update payee_accounts set state = 'ended', ended_at = now() where institute_id = ${without.instituteId}`;
  expect(
    await prepareBankFile(first.scope, { pay_on: '2020-01-01', institutes: [instituteId], adoptions: [] }),
  ).toEqual({
    ok: false,
    code: 'adoption.date_in_past',
  });
  const outcome = await made(first, {
    institutes: [instituteId, without.instituteId],
    adoptions: ['SA-NOBODY', without.adoption.reference],
  });
  expect(outcome).toMatchObject({ payments: 1 });
  expect(Object.fromEntries(outcome.refused.map(({ payee, code }) => [payee, code]))).toEqual({
    [without.instituteId]: 'payee.no_account',
    'SA-NOBODY': 'payee.no_account',
    [without.adoption.reference]: 'payee.no_account',
  });
  expect(await prepare(first, { institutes: [without.instituteId] })).toEqual({ ok: false, code: 'payee.no_account' });
});

test('a payment goes to the account that was confirmed when its file was prepared', async () => {
  const { instituteId } = await payableInstitute();
  const { number } = await made(first, { institutes: [instituteId] });
  const [before] = (await readBankFile(first.scope, number))!.payments;
  await withAccount({ institute_id: instituteId }, instituteId);
  await confirm(second, number);
  expect((await readBankFile(first.scope, number))!.payments[0]!.accountNumber).toBe(before!.accountNumber);
});

test('administrators are told of payments that the bank statement should have by now', async () => {
  const { instituteId } = await payableInstitute();
  const { number } = await made(first, { institutes: [instituteId] });
  await confirm(second, number);
  const counts = await countAttention(first.scope);
  await sql()`update releases set paid_on = paid_on - 3 where reference = ${fileReference(number, 1)}`;
  expect((await countAttention(first.scope)).bank_order).toBe(counts.bank_order + 1);
});

/** Ten files at once, each for the same institutes and adoption. @returns how many payments were made */
async function prepareAtOnce(wait: (begin: () => void) => Promise<void> = async (begin) => begin()) {
  const [one, other, adoption] = [await payableInstitute(), await payableInstitute(), await refundable()];
  let preparing: ReturnType<typeof prepare>[] = [];
  await wait(() => {
    preparing = Array.from({ length: 10 }, (_, at) =>
      prepare(at % 2 ? first : second, {
        institutes: at % 3 ? [one.instituteId, other.instituteId] : [other.instituteId, one.instituteId],
        adoptions: [adoption.reference],
      }),
    );
  });
  const outcomes = await Promise.all(preparing);
  return outcomes.reduce((sum, outcome) => sum + (outcome.ok ? outcome.payments : 0), 0);
}

test('security 177: of ten files at once one pays each payee, and the numbers have no gap', async () => {
  expect(await prepareAtOnce()).toBe(3);
  expect(await prepareAtOnce()).toBe(3);
  const numbers = await sql()<{ number: number }[]>`select number from bank_files order by number`;
  expect(numbers.map(({ number }) => number)).toEqual(numbers.map((_, at) => at + 1));
});

test('security 177: without the locks a payee is in several files', async () => {
  const payments = await withoutGuards(
    [
      ['pg_advisory_xact_lock(735007, hashtext($1))', '$1::text'],
      [/ order by "billings"."id" for no key update$/, ''],
      ['pg_advisory_xact_lock(735008, 0)', '1'],
      // Two files with the same number would wait for each other, too.
      ['coalesce(max(number), 0) + 1', 'max(1) + (random() * 1000000)::int'],
    ],
    // All have read what is due before one writes.
    () =>
      prepareAtOnce((begin) =>
        holder.begin(async (held) => {
          await held`lock table release_lines in share row exclusive mode`;
          begin();
          await held`select pg_sleep(1)`;
        }),
      ),
  );
  await sql()`delete from release_lines where release_id in (select id from releases where bank_file_id is not null)`;
  await sql()`delete from releases where bank_file_id is not null`;
  await sql()`delete from refunds where bank_file_id is not null`;
  await sql()`delete from bank_files`;
  expect(payments).toBeGreaterThan(3);
});

test('random steps of two people at once: nothing is passed on twice, and every rupee is where the steps left it', async () => {
  const random = makeRandom(20_261_129);
  const places = [await payableInstitute(), await payableInstitute(), await payableInstitute()];
  const files = new Set<number>();
  for (let round = 0; round < 25; round++) {
    const people = [first, second];
    await Promise.all(
      people.map(async (by) => {
        const number = [...files][random(Math.max(files.size, 1))];
        const chosen = places.filter(() => random(2) === 1).map(({ instituteId }) => instituteId);
        const step = random(5);
        if (step === 0 && chosen.length > 0) {
          const outcome = await prepare(by, { institutes: chosen });
          if (outcome.ok) files.add(outcome.number);
        } else if (number !== undefined && step === 1) await confirm(by, number);
        else if (number !== undefined && step === 2) await pay(by, number, 1 + random(3));
        else if (number !== undefined && step === 3)
          await actOnBankFile(by.scope, number, { action: 'reject', reason: REASON });
        else {
          const [paid] = await sql()<{ id: string }[]>`select id from releases where state = 'confirmed' limit 1`;
          if (paid) await changeRelease(by.scope, paid.id, { action: 'return', reason: REASON });
        }
      }),
    );
    for (const { adoption, course, instituteId } of places) {
      const [money] = await readLineMoney(part`${billings.id} = ${adoption.id}`, db());
      const [held] = await sql()<[{ waiting: number; passed: number }]>`
        select coalesce(sum(amount_paise) filter (where state in ('recorded', 'ordered')), 0)::float8 as waiting,
               coalesce(sum(amount_paise) filter (where state = 'confirmed'), 0)::float8 as passed
          from releases where institute_id = ${instituteId}`;
      expect([money!.waitingPaise, money!.passedPaise]).toEqual([held.waiting, held.passed]);
      expect(held.waiting + held.passed).toBeLessThanOrEqual(course.pricePaise);
      expect(await passableOf(instituteId)).toBe(course.pricePaise - held.waiting - held.passed);
    }
  }
  expect(files.size).toBeGreaterThan(2);
});
