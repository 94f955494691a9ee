import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { read } from 'xlsx';
import { GET } from '@/app/api/user/download/[kind]/route';
import { db, sql } from '@/db/client';
import { actOnAdoption } from '@/lib/admin/adoptions/mutations';
import { adoptionActionSchema } from '@/lib/admin/adoptions/schema';
import { decideAccount, stateToldAccount } from '@/lib/payees/mutations';
import { issuePaper, issueStatement } from '@/lib/documents/papers/mutations';
import { skipNumbers } from '@/lib/documents/papers/statements';
import { asAdmin, makeAdmin, type AdminAccount } from '@/testing/db/admin';
import { insertAdoption } from '@/testing/db/adoptions';
import { useTestDatabase } from '@/testing/db/database';
import { makeCourse, type CourseRow } from '@/testing/db/factories';
import { makeSponsorAccount } from '@/testing/db/identity';
import { listReceipts, listRefunds, placeOf, sumReceipts, sumRefunds } from './money';
import { checkSeries, countPapers, listPapers } from './papers';
import { missingCount, sumCounts } from './rules';
import {
  PAPER_REGISTER_STATES,
  RECEIPT_REGISTER_STATES,
  REFUND_REGISTER_STATES,
  type PaperFilter,
  type PaperRow,
} from './schema';
import { accountOf } from './texts';

useTestDatabase();
let [first, second]: AdminAccount[] = [];
let course: CourseRow;
const PRICE = 1_00_000;

async function act(by: AdminAccount | undefined, { reference }: { reference: string }, body: object) {
  const [row] = await sql()<{ version: number }[]>`select version from billings where reference = ${reference}`;
  const action = adoptionActionSchema.parse({ ...row, reason: 'On the statement', ...body });
  expect(await actOnAdoption(by!.scope, reference, action)).toMatchObject({ ok: true });
}

async function pledge() {
  const { userId } = await makeSponsorAccount();
  const adoption = await insertAdoption(sql(), { userId, state: 'pledged', lines: [{ course, seats: 1 }] });
  await sql()`update billings set due_at = now() + interval '20 days' where id = ${adoption.id}`;
  return { ...adoption, userId };
}
type Pledge = Awaited<ReturnType<typeof pledge>>;

async function record(adoption: Pledge, amount: number, { on = '2026-04-01', tds = 0 } = {}): Promise<string> {
  const bank_reference = `SBINR${randomUUID().replaceAll('-', '').slice(0, 17).toUpperCase()}`;
  const money = { mode: 'NEFT', bank_reference, amount, tds_withheld: tds, credited_on: on, payer: 'Tapti Mills' };
  await act(first, adoption, { action: 'record_receipt', ...money });
  const [row] = await sql()<{ id: string }[]>`
    select id from bank_receipts where billing_id = ${adoption.id} and state = 'recorded' order by recorded_at desc limit 1`;
  return row!.id;
}
const receive = async (...money: Parameters<typeof record>) => {
  const id = await record(...money);
  await act(second, money[0], { action: 'confirm_receipt', id });
  return id;
};

/** Adoptions of every kind of money: paid, paid with tax withheld, waiting, rejected, bounced, cancelled, paid back and owed. */
beforeAll(async () => {
  [first, second] = [await makeAdmin(), await makeAdmin()];
  course = await makeCourse({ totalSeats: 1000, pricePaise: PRICE * 100 });
  const [paid, withheld, waiting, rejected, bounced, cancelled] = [
    await pledge(),
    await pledge(),
    await pledge(),
    await pledge(),
    await pledge(),
    await pledge(),
  ];
  await issuePaper({ kind: 'proforma', billingId: paid.id, source: paid.id });
  await receive(paid, PRICE, { on: '2026-04-02' });
  await receive(withheld, 98_000, { tds: 2000, on: '2026-04-03' });
  await issuePaper({ kind: 'proforma', billingId: waiting.id, source: waiting.id });
  await record(waiting, 50_000);
  await act(second, rejected, { action: 'reject_receipt', id: await record(rejected, 40_000) });
  await act(second, bounced, { action: 'bounce_receipt', id: await receive(bounced, PRICE) });
  await receive(cancelled, PRICE, { on: '2026-03-30' });
  await act(first, cancelled, { action: 'cancel' });
  const [request] = await sql()<{ id: string }[]>`select id from change_requests where billing_id = ${cancelled.id}`;
  await act(second, cancelled, { action: 'cancel', request: request!.id });
  await issuePaper({ kind: 'cancellation', billingId: cancelled.id, source: cancelled.id });
  const back = { mode: 'NEFT', paid_on: '2026-04-05', amount: 60_000, bank_reference: `BACK${Date.now()}` };
  await act(first, cancelled, { action: 'record_refund', ...back });
  const [refund] = await sql()<{ id: string }[]>`select id from refunds where billing_id = ${cancelled.id}`;
  await act(second, cancelled, { action: 'confirm_refund', id: refund!.id });
  await issueStatement(paid.userId, '2026-27');
  // Paid online: one that counts, one of the sandbox, and one in another currency that goes back.
  const online = async (test: boolean) => {
    const { userId } = await makeSponsorAccount();
    const lines = [{ course, seats: 1 }];
    const made = await insertAdoption(sql(), { userId, state: 'completed', lines, payments: [{ status: 'captured' }] });
    const [payment] = await sql()<{ id: string }[]>`
      update payments set is_test = ${test}, settled_at = '2026-04-03T10:00+05:30' where billing_id = ${made.id} returning id`;
    return { ...made, payment: payment!.id };
  };
  const [counts] = [await online(false), await online(true)];
  await sql()`
    insert into payment_refunds (payment_id, billing_id, amount_paise, reason, state, refund_ref, next_try_at, due_at)
    values (${counts.payment}, ${counts.id}, 5000, 'dashboard', 'pending', 'rfnd_1', null, '2026-04-06T10:00+05:30')`;
  // The same paper again, since its sponsor has another name.
  await sql()`update billings set sponsor = sponsor || '{"company": "Tapti Mills Ltd"}' where id = ${withheld.id}`;
  const [receipt] = await sql()<{ id: string }[]>`select id from bank_receipts where billing_id = ${withheld.id}`;
  await issuePaper({ kind: 'receipt', billingId: withheld.id, source: receipt!.id });
});

const scope = () => first!.scope;
const allPapers = async (filter: PaperFilter = {}) => (await listPapers(scope(), filter, {})).rows;
const stateOf = (rows: readonly PaperRow[]) => new Map(rows.map(({ serial, state }) => [serial, state]));

describe('the register of papers', () => {
  test('has every paper with its amount and state, in the order of the numbers', async () => {
    const rows = await allPapers();
    const kept = await sql()<{ serial: string }[]>`
      select serial from papers order by financial_year desc, series desc, number desc`;
    expect(rows.map(({ serial }) => serial)).toEqual(kept.map(({ serial }) => serial));
    const shown = rows.map(({ kind, state, amountPaise }) => [kind, state, amountPaise]);
    for (const expected of [
      ['receipt', 'valid', PRICE * 100],
      ['receipt', 'replaced', PRICE * 100],
      ['receipt', 'void', PRICE * 100],
      ['proforma', 'valid', PRICE * 100],
      ['credit_note', 'valid', 60_000_00],
      ['cancellation', 'valid', null],
      ['statement', 'newest', null],
    ])
      expect(shown).toContainEqual(expected);
    expect(rows.find(({ state }) => state === 'replaced')).toMatchObject({
      replacedBy: expect.stringMatching(/^PR\//),
    });
    expect(rows.some(({ company }) => company === 'Tapti Mills Ltd')).toBe(true);
  });

  test('each filter has the papers that the whole register shows in this state, and counts them', async () => {
    const all = await allPapers();
    for (const state of PAPER_REGISTER_STATES) {
      const found = await allPapers({ state });
      expect(stateOf(found)).toEqual(stateOf(all.filter((paper) => paper.state === state)));
      expect(await countPapers(scope(), { state })).toBe(found.length);
    }
    const ofSeries = await allPapers({ series: 'PR', year: '2026-27' });
    expect(ofSeries.length).toBeGreaterThan(2);
    expect(ofSeries).toEqual(all.filter(({ series, year }) => series === 'PR' && year === '2026-27'));
  });

  test('a page that begins below or above a paper has the next ones, and says whether there are more', async () => {
    const rows = await allPapers();
    const [, middle] = rows;
    const older = await listPapers(scope(), {}, { before: middle!.serial });
    expect(older).toMatchObject({ rows: rows.slice(2), above: true, below: false });
    const newer = await listPapers(scope(), {}, { after: middle!.serial });
    expect(newer).toMatchObject({ rows: rows.slice(0, 1), above: false, below: true });
  });
});

describe('the gap check', () => {
  test('says that there is no gap, what a restore left out, and what is missing for no known reason', async () => {
    const whole = await checkSeries(scope(), {});
    expect(whole.map(({ series }) => series)).toContain('ST');
    expect(whole.every(({ gaps, first, count, last }) => gaps === 0 && first === 1 && count === last)).toBe(true);
    expect(missingCount(whole)).toBe(0);

    await db().execute(skipNumbers(10));
    const receipts = await checkSeries(scope(), { series: 'PR', year: '2026-27' });
    const [{ last, missing } = { last: 0, missing: [] }] = receipts;
    // Nobody took a number since: the last one of the series is past its last paper.
    expect(missing).toEqual([{ from: last + 1, to: last + 10, skipped: true }]);
    const next = await pledge();
    await receive(next, PRICE, { on: '2026-04-09' });
    const [after] = await checkSeries(scope(), { series: 'PR', year: '2026-27' });
    expect(after).toMatchObject({ last: last + 11, gaps: 1, missing });

    await sql()`alter table papers disable trigger papers_only_grow`;
    await sql()`delete from papers where series = 'PR' and financial_year = '2026-27' and number = 1`;
    await sql()`alter table papers enable trigger papers_only_grow`;
    const [lost] = await checkSeries(scope(), { series: 'PR', year: '2026-27' });
    expect(lost).toMatchObject({ first: 2, gaps: 2, missing: [{ from: 1, to: 1, skipped: false }, ...missing] });
    expect(missingCount([lost!])).toBe(11);
    const unused = await checkSeries(scope(), { series: 'SU' });
    expect(unused[0]).toMatchObject({ first: 0, last: 0, count: 0, gaps: 1 });
  });
});

describe('the registers of money', () => {
  test('receipts are the entries of the bank and the online payments that count; their sums are those of the tables', async () => {
    const [{ rows }, sums] = await Promise.all([listReceipts(scope(), {}, {}), sumReceipts(scope(), {})]);
    const [kept] = await sql()<{ entries: number; received: number; tds: number }[]>`
      select (select count(*) from bank_receipts)::int + (select count(*) from payments)::int as entries,
             (select sum(amount_paise) from bank_receipts where state = 'confirmed') + (select sum(amount_paise) from payments where not is_test) as received,
             (select sum(tds_paise) from bank_receipts where state = 'confirmed') as tds`;
    expect(rows).toHaveLength(kept!.entries);
    expect(sumCounts(sums)).toBe(kept!.entries);
    expect(sums.find(({ state }) => state === 'confirmed')).toMatchObject({
      amountPaise: kept!.received,
      tdsPaise: kept!.tds,
    });
    expect(kept!.tds).toBe(2000_00);
    // What the adoptions say that they received, but for the payment of the sandbox.
    const [adoptions] = await sql()<{ received: number }[]>`
      select sum(received_paise) as received from billings where id not in (select billing_id from payments where is_test)`;
    expect(kept!.received + kept!.tds).toBe(adoptions!.received);
    expect(rows.map(({ day }) => day)).toEqual(
      rows
        .map(({ day }) => day)
        .toSorted()
        .reverse(),
    );
    const papers = await sql()<{ source: string; serial: string }[]>`
      select distinct on (source) source, serial from papers where kind = 'receipt' order by source, revision desc`;
    for (const { source, serial } of papers) expect(rows.find(({ id }) => id === source)).toMatchObject({ serial });
    for (const state of RECEIPT_REGISTER_STATES)
      expect((await listReceipts(scope(), { state }, {})).rows).toEqual(rows.filter((row) => row.state === state));
  });

  test('refunds are owed, on the way and paid back, each once; what is owed comes first', async () => {
    const [{ rows }, sums] = await Promise.all([listRefunds(scope(), {}, {}), sumRefunds(scope(), {})]);
    expect(rows.map(({ state, amountPaise, mode, reason }) => [state, amountPaise, mode, reason])).toEqual([
      ['owed', 40_000_00, null, 'cancelled'],
      ['pending', 5000, 'gateway', 'dashboard'],
      ['done', 60_000_00, 'NEFT', null],
    ]);
    expect(rows.map(({ serial }) => serial !== null)).toEqual([false, false, true]);
    expect(Object.fromEntries(sums.map(({ state, amountPaise }) => [state, amountPaise]))).toEqual({
      owed: 40_000_00,
      pending: 5000,
      done: 60_000_00,
    });
    const [adoptions] = await sql()<{ refunded: number }[]>`select sum(refunded_paise) as refunded from billings`;
    expect(adoptions!.refunded).toBe(60_000_00);
    for (const state of REFUND_REGISTER_STATES)
      expect((await listRefunds(scope(), { state }, {})).rows).toEqual(rows.filter((row) => row.state === state));
  });

  test('a refund has the account that it goes to, and nobody sees its number', async () => {
    const [owed] = (await listRefunds(scope(), { state: 'owed' }, {})).rows;
    const accounts = async () => (await listRefunds(scope(), {}, {})).rows.map(accountOf);
    expect(await accounts()).toEqual(['not stated', '', '']);
    const account = { holder: 'Tapti Mills', account_number: '00123456789', ifsc: 'SBIN0001234' };
    await stateToldAccount(scope(), { ...account, reference: owed!.reference });
    expect(await accounts()).toEqual(['…6789, not confirmed', '', '']);
    const [stated] = await sql()<{ id: string }[]>`select id from payee_accounts where account_number = '00123456789'`;
    await decideAccount(second!.scope, stated!.id, { action: 'confirm', reason: 'Cancelled cheque' });
    // Another one that waits is not paid to.
    await stateToldAccount(scope(), { ...account, account_number: '00999990000', reference: owed!.reference });
    expect(await accounts()).toEqual(['…6789, confirmed', '', '']);
    expect(JSON.stringify((await listRefunds(scope(), {}, {})).rows)).not.toContain('00123456789');
  });

  test('filters of words, way and days apply to rows and sums alike, and pages begin at an entry', async () => {
    const { rows } = await listReceipts(scope(), {}, {});
    for (const [filter, isFound] of [
      [{ q: 'tapti' }, ({ payer }: (typeof rows)[number]) => payer === 'Tapti Mills'],
      [{ q: rows[1]!.bankReference }, ({ id }: (typeof rows)[number]) => id === rows[1]!.id],
      [{ way: 'gateway' }, ({ mode }: (typeof rows)[number]) => mode === 'upi'],
      [
        { from: '2026-04-02', to: '2026-04-03' },
        ({ day }: (typeof rows)[number]) => day >= '2026-04-02' && day <= '2026-04-03',
      ],
      [{ q: 'nobody at all' }, () => false],
    ] as const) {
      const found = (await listReceipts(scope(), filter, {})).rows;
      expect(found.map(({ id }) => id)).toEqual(rows.filter(isFound).map(({ id }) => id));
      expect(sumCounts(await sumReceipts(scope(), filter))).toBe(found.length);
    }
    const below = await listReceipts(scope(), {}, { before: placeOf(rows[2]!) });
    expect(below).toMatchObject({ rows: rows.slice(3), above: true, below: false });
    const above = await listReceipts(scope(), {}, { after: placeOf(rows[2]!) });
    expect(above.rows).toEqual(rows.slice(0, 2));
    const refunds = (await listRefunds(scope(), {}, {})).rows;
    expect((await listRefunds(scope(), {}, { before: placeOf(refunds[0]!) })).rows).toEqual(refunds.slice(1));
    expect((await listRefunds(scope(), {}, { after: placeOf(refunds[1]!) })).rows).toEqual(refunds.slice(0, 1));
    expect((await listRefunds(scope(), { from: '2026-04-01' }, {})).rows).toEqual(refunds.slice(1));
    expect((await listRefunds(scope(), { way: 'bank' }, {})).rows).toEqual(refunds.slice(2));
  });
});

describe('the spreadsheet of a register', () => {
  const download = async (kind: string, query = '') => {
    const { headers, url } = asAdmin(first!, { url: `http://localhost/api/user/download/${kind}${query}` });
    const response = await GET(new Request(url, { headers }), { params: Promise.resolve({ kind }) });
    expect(response.status).toBe(200);
    return read(Buffer.from(await response.arrayBuffer()), { dense: true, cellNF: true });
  };
  type Cells = ({ v: unknown; t: string; z?: string } | undefined)[][];
  const cellsOf = (book: Awaited<ReturnType<typeof download>>, name: string) => book.Sheets[name] as unknown as Cells;

  test('has the rows and sums of the page, days as dates and amounts as numbers', async () => {
    const book = await download('receipts', '?state=confirmed');
    expect(book.SheetNames).toEqual(['Receipts', 'Sums']);
    const [head, ...rows] = cellsOf(book, 'Receipts');
    const column = (title: string) => head!.findIndex((cell) => cell!.v === title);
    const shown = (await listReceipts(scope(), { state: 'confirmed' }, {})).rows;
    expect(rows.map((row) => row[column('Bank reference or payment')]!.v)).toEqual(
      shown.map((row) => row.bankReference),
    );
    expect(rows[0]![column('Day')]).toMatchObject({ t: 'n', z: 'dd mmm yyyy' });
    const day = new Date((Number(rows[0]![column('Day')]!.v) - 25_569) * 86_400_000).toISOString();
    expect(day).toBe(`${shown[0]!.day}T00:00:00.000Z`);
    const sum = (title: string) => rows.reduce((all, row) => all + Number(row[column(title)]!.v), 0);
    const [sums] = await sumReceipts(scope(), { state: 'confirmed' });
    expect([sum('Amount'), sum('Tax withheld (TDS)')]).toEqual([sums!.amountPaise / 100, sums!.tdsPaise / 100]);
    const [, foot] = cellsOf(book, 'Sums');
    expect(foot!.map((cell) => cell!.v)).toEqual([
      'Confirmed',
      sums!.count,
      sums!.amountPaise / 100,
      sums!.tdsPaise / 100,
    ]);
    const [entry] = await sql()`select action, after from audit_log order by id desc limit 1`;
    expect(entry).toEqual({ action: 'receipts.downloaded', after: { state: 'confirmed', rows: shown.length } });
  });

  test('of papers has the gap check, of refunds what is owed', async () => {
    const papers = await download('papers');
    expect(papers.SheetNames).toEqual(['Papers', 'Gap check']);
    expect(cellsOf(papers, 'Papers')).toHaveLength((await countPapers(scope(), {})) + 1);
    const gaps = cellsOf(papers, 'Gap check').map((row) => row[5]!.v);
    expect(gaps).toContainEqual(expect.stringMatching(/^1, \d+ to \d+ \(left out when a backup was restored\)$/));
    const refunds = cellsOf(await download('refunds', '?state=owed'), 'Refunds');
    expect(refunds.map((row) => row[4]!.v)).toEqual(['Amount', 40_000]);
    expect(refunds.map((row) => row.at(-1)!.v)).toEqual(['Account to pay back to', '…6789, confirmed']);
  });
});
