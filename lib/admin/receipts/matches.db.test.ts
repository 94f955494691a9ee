import { beforeAll, expect, test } from 'vitest';
import { sql } from '@/db/client';
import { actOnAdoption } from '@/lib/admin/adoptions/mutations';
import { adoptionActionSchema, creditSchema } from '@/lib/admin/adoptions/schema';
import { mayBegin, mayName } from '@/lib/admin/bank-statements/adoption-references';
import { payerOf } from '@/lib/admin/bank-statements/payer';
import type { StatementLine } from '@/lib/admin/bank-statements/schema';
import { makeAdmin, type AdminAccount } from '@/testing/db/admin';
import { insertAdoption } from '@/testing/db/adoptions';
import { useTestDatabase } from '@/testing/db/database';
import { makeCourse, makeInstitute } from '@/testing/db/factories';
import { receive } from '@/testing/funds/money';
import { recordRelease } from '@/lib/funds/mutations';
import { makeSponsorAccount } from '@/testing/db/identity';
import { recordCredit, rejectUnmatchedReceipt } from './mutations';
import { matchAdoptions, matchRefunds } from './matches';
import type { Proposal } from './schema';

useTestDatabase();
let admin: AdminAccount;
beforeAll(async () => {
  admin = await makeAdmin();
});

let lines = 0;
/** A line of a statement as the reader returns it. */
const lineOf = (line: Partial<StatementLine> & { rupees: number }): StatementLine => {
  const { rupees, ...given } = line;
  return {
    ...{ line: ++lines, side: 'credit', date: '2026-04-01', amountPaise: rupees * 100, text: '', bankReference: null },
    ...{
      mode: null,
      payer: '',
      payerBank: '',
      mayName: [],
      mayBegin: [],
      kind: null,
      counterLine: null,
      account: null,
    },
    ...given,
  };
};
const propose = (...given: Parameters<typeof lineOf>[0][]) => matchAdoptions(admin.scope, given.map(lineOf));
const shortOf = (proposals: Proposal[]) =>
  proposals.map(({ state, adoptions, by }) => [by ?? state, ...adoptions.map(({ reference }) => reference)]);

async function adopt(rupees: number, company = 'Narmada Motors') {
  const { userId } = await makeSponsorAccount({ company_name: company });
  const course = await makeCourse({ pricePaise: rupees * 100 });
  return insertAdoption(sql(), { userId, state: 'pledged', lines: [{ course, seats: 1 }] });
}
const CREDIT = { reason: 'On the statement', mode: 'RTGS', credited_on: '2026-04-01', payer: 'Narmada Motors' };
async function record(
  reference: string,
  receipt: { amount: number; bank_reference: string; [field: string]: unknown },
) {
  const action = adoptionActionSchema.parse({ action: 'record_receipt', version: 0, ...CREDIT, ...receipt });
  expect(await actOnAdoption(admin.scope, reference, action)).toMatchObject({ ok: true });
}

test('a credit is known by its reference in every spelling, with its amount and day (security 138)', async () => {
  const [upi, neft] = [await adopt(41_001), await adopt(41_002)];
  await record(upi.reference, { amount: 41_001, bank_reference: '630712345678' });
  await record(neft.reference, { amount: 41_002, bank_reference: 'SBIN426325999101' });
  const proposals = await propose(
    { rupees: 41_001, bankReference: '0000630712345678' },
    { rupees: 41_002, bankReference: 'NEFT-SBIN4.26325999101', mode: 'NEFT' },
    { rupees: 41_002, bankReference: 'SBIN426325999101', date: '2026-04-02' },
    { rupees: 42_000, bankReference: 'SBIN426325999101' },
    { rupees: 42_000, bankReference: 'SBIN426325999102' },
  );
  expect(shortOf(proposals)).toEqual([
    ['recorded', upi.reference],
    ['recorded', neft.reference],
    ['differs', neft.reference],
    ['differs', neft.reference],
    ['new'],
  ]);
});

test('a credit that names the order number of an open pledge is proposed for it, after references and told transfers', async () => {
  const [named, ordered, exact, done, twin, other] = [
    await adopt(44_001),
    await adopt(44_002),
    await adopt(44_003),
    await adopt(44_004),
    await adopt(44_005),
    await adopt(44_006),
  ];
  const order = (number: string, ...adoptions: { id: string }[]) =>
    sql()`update billings set order_number = ${number} where id = any(${adoptions.map(({ id }) => id)}::uuid[])`;
  await order('PO/2026-441', ordered);
  await order('PO/2026-442', done);
  await order('PO/2026-443', twin, other);
  await order('12', exact);
  await sql()`update billings set state = 'cancelled' where id = ${done.id}`;
  await sql()`insert into transfer_notices (billing_id, utr, paid_on) values (${exact.id}, 'UTR000000441', '2026-04-01')`;
  const proposals = await propose(
    { rupees: 9, text: 'NEFT NARMADA PO 2026 441' },
    { rupees: 44_002, text: `NEFT ${named.reference} PO2026441`, mayName: [named.reference] },
    { rupees: 9, text: 'RTGS PO2026441', bankReference: 'UTR000000441' },
    // Cancelled, too short, and not whole.
    { rupees: 9, text: 'NEFT PO/2026-442' },
    { rupees: 9, text: 'NEFT 12 NARMADA' },
    { rupees: 9, text: 'NEFT PO/2026-4411' },
    // Two have the same: both are named, and none is chosen by its amount.
    { rupees: 44_005, text: 'NEFT PO/2026-443' },
  );
  expect(shortOf(proposals)).toEqual([
    ['order', ordered.reference],
    ['reference', named.reference],
    ['told', exact.reference],
    ['new'],
    ['new'],
    ['new'],
    ['orders', ...[twin.reference, other.reference].toSorted()],
  ]);
});

/** A line whose text is read as the file's reader does. */
const narrated = (rupees: number, text: string) => ({
  ...{ rupees, text, payer: payerOf(text), mayName: mayName(text), mayBegin: mayBegin(text) },
});
async function adoptAs(reference: string, rupees: number) {
  const { id } = await adopt(rupees);
  await sql()`update billings set reference = ${reference} where id = ${id}`;
  return reference;
}

test('a credit is proposed by the beginning of a reference, if only one begins with it', async () => {
  const cut = await adoptAs('SA-ZC5S-XS9T-0GHJ', 51_001);
  const twins = [await adoptAs('SA-7K2M-Q4XT-90BD', 51_002), await adoptAs('SA-7K2M-Q4YT-90BD', 51_003)];
  const letters = await adoptAs('SA-KBMB-MRST-9999', 51_004);
  await adoptAs('SA-CEME-NTSA-9999', 51_005);
  await adoptAs('SA-2026-2711-2222', 51_006);
  const other = await adoptAs('SA-AAAA-BBBB-1111', 51_007);
  const proposals = await propose(
    narrated(9, 'BY TRANSFER-NEFT*BARB0GOVIND*BARBN26329000012*TAPTI FOODS*SA-ZC5S-XS9T--'),
    narrated(9, 'NEFT CR-SBIN0001234-TAPTI-SAZC5SXS-SBINN52026110240045678'),
    narrated(9, 'UPI/630712345678/zc5s-xs9t-0/TAPTI'),
    // Less than eight signs without 'SA' count only with the amount.
    narrated(51_001, 'NEFT-ZC5SXS-TAPTI'),
    narrated(9, 'NEFT-ZC5SXS-TAPTI'),
    narrated(9, 'NEFT/SA-7K2M-Q4'),
    narrated(9, 'NEFT/SA-7K2M-Q4X'),
    narrated(9, 'NEFT/SA-ZC5S-X'),
    // A word, a session and a number that adoptions begin with.
    narrated(9, 'NEFT CEMENT SACEMENTS LTD'),
    narrated(9, 'NEFT/TAPTI/SA-2026-27'),
    narrated(9, 'NEFT/20262711'),
    narrated(9, 'NEFT/SA-KBMB-MRST'),
    // Others with the same beginning, and a whole one beside a cut one.
    narrated(9, 'NEFT/SA-ZC5S-XS9T-0000'),
    narrated(9, `NEFT/${other} SA-ZC5S-XS9T`),
    narrated(9, 'NEFT/SA-ZC5S-XS9T SA-KBMB-MRST'),
  );
  expect(shortOf(proposals)).toEqual([
    ...Array(4).fill(['reference', cut]),
    ['new'],
    ['new'],
    ['reference', twins[0]],
    ...Array(4).fill(['new']),
    ['reference', letters],
    ['new'],
    ['reference', other],
    ['new'],
  ]);
});

test('an adoption that the beginning of a reference names is not proposed again by its amount', async () => {
  const cut = await adoptAs('SA-XC5S-XS9T-0GHJ', 52_001);
  const proposals = await propose(narrated(100, 'NEFT/SA-XC5S-XS9T'), { rupees: 52_001 });
  expect(shortOf(proposals)).toEqual([['reference', cut], ['new']]);
});

test('of pledges that miss the amount, the one whose company the line names is proposed', async () => {
  const { reference: chambal } = await adopt(53_001, 'Chambal Auto Components Pvt. Ltd.');
  await adopt(53_001, 'Chambal Auto Works');
  const { reference: betwa } = await adopt(53_001, 'M/s Betwa Cement India Private Limited');
  await adopt(53_002, 'Tata Motors');
  const { reference: finance } = await adopt(53_002, 'Tata Motors Finance Ltd');
  await adopt(53_003, 'Ken Foods');
  await adopt(53_003, 'Ken Foods');
  const { reference: single } = await adopt(53_004, 'Son Power');
  const { reference: waits } = await adopt(53_005, 'Parvati Tools');
  await adopt(53_005, 'Sindh Tools');
  await record(waits, { amount: 3_005, bank_reference: 'UTR00000053' });
  const reasons = async (...given: Parameters<typeof propose>) => shortOf(await propose(...given));
  expect(
    await reasons(
      narrated(53_001, 'NEFT/HDFCN52026110212345678/BETWA CEMENT'),
      narrated(53_001, 'NEFT*UTIB0000045*AXISP00487712345*CHAMBAL AUTO COMPO'),
      // Two fit, two have the same company, another company, another amount.
      narrated(53_001, 'NEFT/HDFCN52026110212345671/CHAMBAL AUTO'),
      narrated(53_003, 'NEFT/HDFCN52026110212345672/KEN FOODS PVT LTD'),
      narrated(53_002, 'NEFT/HDFCN52026110212345673/TATA STEEL LTD'),
      narrated(53_009, 'NEFT/HDFCN52026110212345673/BETWA CEMENT'),
      narrated(53_002, 'NEFT/HDFCN52026110212345673/TATA MOTORS FINANCE'),
      narrated(53_004, 'NEFT/HDFCN52026110212345674/SON POWER LIMITED'),
      narrated(50_000, 'RTGS/HDFCN52026110212345675/PARVATI TOOLS'),
    ),
  ).toEqual([
    ['company', betwa],
    ['company', chambal],
    ...Array(4).fill(['new']),
    ['company', finance],
    ['company', single],
    // What waits counts as arrived.
    ['company', waits],
  ]);
  // Two lines that mean the same one; and a line that names another adoption.
  const betwaLine = narrated(53_001, 'NEFT/HDFCN52026110212345678/BETWA CEMENT PVT');
  expect(await reasons(betwaLine, betwaLine)).toEqual([['new'], ['new']]);
  const named = await adopt(53_006);
  expect(await reasons({ ...betwaLine, mayName: [named.reference] })).toEqual([['reference', named.reference]]);
  expect(await reasons(betwaLine, { rupees: 1, mayName: [betwa] })).toEqual([['new'], ['reference', betwa]]);
});

test('what waits and what is left of a divided credit are shown', async () => {
  const [waits, part] = [await adopt(43_001), await adopt(43_002)];
  await record(waits.reference, { amount: 3_001, bank_reference: 'UTR00000041' });
  const parts = [{ reference: part.reference, version: 0, amount: 2 }];
  const credit = creditSchema.parse({ ...CREDIT, amount: 43_002, bank_reference: 'UTR00000042', parts });
  const recorded = await recordCredit(admin.scope, credit);
  if (!recorded.ok || !recorded.id) throw new Error('not recorded');
  expect(await rejectUnmatchedReceipt(admin.scope, recorded.id, 'Not theirs')).toEqual({ ok: true });
  const proposals = await propose(
    { rupees: 43_001, bankReference: 'UTR00000043', mayName: [waits.reference, part.reference] },
    { rupees: 43_002, bankReference: 'UTR00000042' },
  );
  expect(shortOf(proposals)).toEqual([
    ['reference', waits.reference, part.reference],
    ['part', part.reference],
  ]);
  expect(proposals[0]!.adoptions[0]).toMatchObject({ outstandingPaise: 43_001_00, waitingPaise: 3_001_00 });
});

test("the gateway's own transfers are known by the UTR of a report, or by its name unless an adoption is named", async () => {
  await sql()`
    insert into settlement_items (provider, line, entity_id, type, credit_paise, debit_paise, amount_paise, fee_paise, tax_paise, settlement_id, utr, settled_at, day)
    values ('razorpay', 1, 'pay_1', 'payment', 4400000, 0, 4400000, 0, 0, 'setl_1', 'AXISCN0326400001', '2026-04-01', '2026-04-01')`;
  const named = await adopt(44_001);
  const proposals = await propose(
    { rupees: 43_900, date: '2026-04-02', bankReference: 'AXIS-CN0326400001' },
    { rupees: 100, text: 'NEFT RAZORPAY SOFTWARE PVT LTD', bankReference: 'UTR00000051' },
    { rupees: 200, text: 'NEFT RAZORPAY SOFTWARE PVT LTD', mayName: [named.reference] },
    { rupees: 300, text: 'NEFT OF A SPONSOR', bankReference: 'AXISCN0326400002' },
  );
  expect(shortOf(proposals)).toEqual([['gateway'], ['gateway'], ['reference', named.reference], ['new']]);
});

test('of a cheque the bank is known, or number, day and amount if the line does not name the bank', async () => {
  const adoption = await adopt(45_001);
  const cheque = { mode: 'cheque', bankReference: '451' } as const;
  await record(adoption.reference, {
    ...{ mode: 'cheque', payer_bank: 'HDFC Bank' },
    amount: 45_001,
    bank_reference: '000451',
  });
  const proposals = await propose(
    { rupees: 45_001, ...cheque },
    { rupees: 45_001, ...cheque, payerBank: 'HDFC' },
    { rupees: 45_001, ...cheque, payerBank: 'Axis Bank' },
    { rupees: 45_000, ...cheque },
    { rupees: 45_001, ...cheque, date: '2026-04-09' },
  );
  expect(shortOf(proposals)).toEqual([
    ['recorded', adoption.reference],
    ['recorded', adoption.reference],
    ['new'],
    ['new'],
    ['new'],
  ]);
});

test('a debit is the refund with its reference and amount, else the one that is due', async () => {
  const owe = async (rupees: number) => {
    const { id, reference } = await adopt(rupees);
    await sql()`update billings set state = 'cancelled', received_paise = ${rupees * 100} where id = ${id}`;
    return { id, reference };
  };
  const [recorded, due, named] = [await adopt(101), await owe(102), await owe(105)];
  await owe(105);
  await sql()`
    insert into refunds (billing_id, mode, paid_on, amount_paise, reference, recorded_by)
    values (${recorded.id}, 'NEFT', '2026-04-01', 9900, 'N091190795498921', ${admin.adminId})`;
  const given = [
    { rupees: 99, bankReference: 'NEFT-N091190795498921' },
    { rupees: 98, bankReference: 'N091190795498921' },
    { rupees: 102 },
    { rupees: 105 },
    { rupees: 105, mayName: [named.reference] },
  ];
  const debits = await matchRefunds(admin.scope, given.map(lineOf));
  expect(debits.map(({ refund }) => refund && [refund.state, refund.reference])).toEqual([
    ['recorded', recorded.reference],
    null,
    ['due', due.reference],
    null,
    ['due', named.reference],
  ]);
});

test('a payment of ours that came back is no receipt of the adoption that it names, nor is interest', async () => {
  const [named, refunded, owed] = [await adopt(46_001), await adopt(46_002), await adopt(46_003)];
  await sql()`
    insert into refunds (billing_id, mode, paid_on, amount_paise, reference, recorded_by)
    values (${refunded.id}, 'NEFT', '2026-04-01', 4600000, 'N091190795498931', ${admin.adminId})`;
  const proposals = await propose(
    { rupees: 46_001, kind: 'returned', mayName: [named.reference] },
    { rupees: 46_000, kind: 'returned', bankReference: 'N091190795498931' },
    { rupees: 46_003, kind: 'interest' },
    { rupees: 46_003, counterLine: 7, mayName: [owed.reference] },
  );
  expect(shortOf(proposals)).toEqual([
    ['returned', named.reference],
    ['returned', refunded.reference],
    ['interest'],
    ['taken_back'],
  ]);
});

test('H7 money of another account of the file is proposed for nothing and cannot be recorded', async () => {
  const [named, exact, first] = [await adopt(48_001), await adopt(48_002), await adopt(48_003)];
  const given = [
    { rupees: 48_001, mayName: [named.reference], account: '8888' },
    { rupees: 48_002, account: '8888' },
    { rupees: 48_003, mayName: [first.reference], account: '2222' },
  ].map(lineOf);
  const statesOf = async (accounts: string[]) => shortOf(await matchAdoptions(admin.scope, given, accounts));
  const others = [['other_account'], ['other_account'], ['reference', first.reference]];
  // Without an account in the settings the first one of the file counts.
  expect(await statesOf(['2222', '8888'])).toEqual(others);
  await sql()`insert into settings ("group", value) values ('body', '{"accountNumber": "50200099998888"}')`;
  expect(await statesOf(['2222', '8888'])).toEqual([
    ['reference', named.reference],
    ['amount', exact.reference],
    ['other_account'],
  ]);
  await sql()`delete from settings`;
  expect(await statesOf(['3333', '2222', '8888'])).toEqual(Array(3).fill(['other_account']));

  const owed = await insertAdoption(sql(), {
    userId: (await makeSponsorAccount()).userId,
    state: 'cancelled',
    lines: [{ course: await makeCourse(), seats: 1 }],
  });
  await sql()`update billings set received_paise = 4900100 where id = ${owed.id}`;
  const debit = lineOf({ rupees: 49_001, side: 'debit', account: '8888', mayName: [owed.reference] });
  const refundOf = async (accounts: string[]) => (await matchRefunds(admin.scope, [debit], accounts))[0]!.refund;
  expect(await refundOf(['8888', '2222'])).toMatchObject({ state: 'due', reference: owed.reference });
  expect(await refundOf(['2222', '8888'])).toBeNull();
});

test('a cheque that bounced is tied to its receipt, by amount and number or adoption', async () => {
  const [cheque, transfer] = [await adopt(47_001), await adopt(47_002)];
  const bank = { mode: 'cheque', payer_bank: 'HDFC Bank' };
  await record(cheque.reference, { ...bank, amount: 47_001, bank_reference: '000471' });
  await record(transfer.reference, { amount: 47_002, bank_reference: 'UTR00000471' });
  const back = { kind: 'returned', side: 'debit', date: '2026-04-03' } as const;
  const debits = await matchRefunds(admin.scope, [
    lineOf({ ...back, rupees: 47_001, mode: 'cheque', bankReference: '000471' }),
    lineOf({ ...back, rupees: 47_002, mayName: [transfer.reference] }),
    lineOf({ ...back, rupees: 47_001, mode: 'cheque', bankReference: '000472' }),
    lineOf({ ...back, rupees: 47_000, mode: 'cheque', bankReference: '000471' }),
    lineOf({ ...back, rupees: 47_001, mode: 'cheque', bankReference: '000471', date: '2026-03-31' }),
    lineOf({ ...back, rupees: 47_001, kind: null, mode: 'cheque', bankReference: '000471' }),
  ]);
  expect(debits.map(({ receipt, isReturn }) => [receipt?.reference ?? null, isReturn])).toEqual([
    [cheque.reference, true],
    [transfer.reference, true],
    [null, true],
    [null, true],
    [null, true],
    [null, false],
  ]);
});

test('a debit is a transfer to the only institute that can get its amount, if its text names it; a recorded one says so', async () => {
  const adoptAt = async (name: string, pricePaise: number, pledged = false) => {
    const { id: instituteId } = await makeInstitute({ name, city: 'Betul' });
    const course = await makeCourse({ instituteId, pricePaise, totalSeats: 60 });
    const { userId } = await makeSponsorAccount();
    const adoption = await insertAdoption(sql(), { userId, state: 'completed', lines: [{ course, seats: 1 }] });
    if (!pledged) await receive(adoption.id, pricePaise, { on: '2026-04-01' });
    await sql()`
      insert into enrolments (billing_id, course_id, place, session, from_day)
      values (${adoption.id}, ${course.id}, 1, ${course.session}, '2026-04-01')`;
    return { instituteId, course, adoption };
  };
  const satpura = await adoptAt('Government Satpura Polytechnic', 43_210_00);
  await adoptAt('Tapti Polytechnic', 54_321_00);
  await adoptAt('Maikal Polytechnic', 54_321_00);
  const given = (text: string, rupees: number, bankReference = 'SBINN12345') =>
    lineOf({ rupees, text, bankReference, side: 'debit', mode: 'NEFT' });
  const releasesOf = async (...debits: StatementLine[]) =>
    (await matchRefunds(admin.scope, debits)).map(({ release }) => release && [release.instituteId, release.state]);
  const own = given('NEFT/SATPURA POLY/FEES', 43_210);
  expect(
    await releasesOf(
      own,
      given('NEFT/GOVERNMENT POLYTECHNIC BETUL', 43_210),
      given('NEFT/SATPURA POLY', 43_211),
      given('NEFT/TAPTI POLYTECHNIC', 54_321),
    ),
  ).toEqual([[satpura.instituteId, 'due'], null, null, null]);
  const recorded = await recordRelease(admin.scope, {
    ...{ kind: 'passed_on', institute_id: satpura.instituteId, mode: 'NEFT', paid_on: '2026-04-01', remark: '' },
    bank_reference: 'SBINN12345',
    lines: [{ reference: satpura.adoption.reference, course_id: satpura.course.id, amount: 43_210_00 }],
  });
  expect(recorded).toMatchObject({ ok: true });
  expect(await releasesOf(own, given('NEFT/SATPURA POLY', 43_210, 'SBINN99999'))).toEqual([
    [satpura.instituteId, 'recorded'],
    null,
  ]);
});
