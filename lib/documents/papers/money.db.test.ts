import { randomUUID } from 'node:crypto';
import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { connect, db, sql } from '@/db/client';
import { actOnAdoption } from '@/lib/admin/adoptions/mutations';
import { adoptionActionSchema } from '@/lib/admin/adoptions/schema';
import { chooseInstalments } from '@/lib/adoption/pledge/instalments';
import { readAdoption } from '@/lib/adoption/read/detail-queries';
import { payForAdoption } from '@/lib/money/mutations';
import { settle } from '@/lib/money/settle';
import { settlePayment } from '@/lib/money/statements';
import { findBookProblems } from '@/scripts/lib/books';
import { makeAdmin, type AdminAccount } from '@/testing/db/admin';
import { insertAdoption } from '@/testing/db/adoptions';
import { useTestDatabase } from '@/testing/db/database';
import { makeCourse, type CourseRow } from '@/testing/db/factories';
import { withoutGuards } from '@/testing/db/guards';
import { makeSponsorAccount } from '@/testing/db/identity';
import { makeProvider, prepareProcessPayment } from '@/testing/db/payment';
import { captureOf } from '@/testing/payment/capture';
import { issuePaper, issueStatement, savePaperDetails } from './mutations';
import { paperStatement, skipNumbers } from './statements';

const { url } = useTestDatabase();
let [first, second]: AdminAccount[] = [];
let course: CourseRow;
beforeAll(async () => {
  [first, second] = [await makeAdmin(), await makeAdmin()];
  course = await makeCourse({ totalSeats: 10_000, pricePaise: 1_00_000_00 });
  await sql()`insert into settings ("group", value) values ('terms', '{"maxInstalments":6}')`;
});
beforeEach(() => {
  const warned = vi.spyOn(console, 'warn').mockReturnValue();
  return () => warned.mockRestore();
});

async function pledge(seats = 1) {
  const account = await makeSponsorAccount();
  const adoption = await insertAdoption(sql(), {
    userId: account.userId,
    state: 'pledged',
    lines: [{ course, seats }],
  });
  await sql()`update billings set due_at = now() + interval '20 days' where id = ${adoption.id}`;
  return { ...adoption, scope: account.scope, userId: account.userId };
}
type Pledge = Awaited<ReturnType<typeof pledge>>;

async function act(by: AdminAccount | undefined, { reference }: { reference: string }, body: object) {
  const [row] = await sql()<{ version: number }[]>`select version from billings where reference = ${reference}`;
  const action = adoptionActionSchema.parse({ ...row, reason: 'On the statement', ...body });
  const done = await actOnAdoption(by!.scope, reference, action);
  expect(done).toMatchObject({ ok: true });
}

/** Money that two administrators record and confirm. @returns the id of the receipt */
async function receive(adoption: Pledge, rupees: number, { on = '2026-04-01', tds = 0 } = {}): Promise<string> {
  const bank_reference = `SBINR${randomUUID().replaceAll('-', '').slice(0, 17).toUpperCase()}`;
  const money = { mode: 'NEFT', bank_reference, amount: rupees, tds_withheld: tds, credited_on: on, payer: 'Tapti' };
  await act(first, adoption, { action: 'record_receipt', ...money });
  const [row] = await sql()<{ id: string }[]>`
    select id from bank_receipts where billing_id = ${adoption.id} and state = 'recorded'`;
  await act(second, adoption, { action: 'confirm_receipt', id: row!.id });
  return row!.id;
}

/** The papers of an adoption, in the order of their numbers. */
const papersOf = async ({ id }: { id: string }) => [
  ...(await sql()<{ kind: string; source: string; serial: string; data: Record<string, unknown> }[]>`
    select kind, source, serial, data from papers where billing_id = ${id} order by issued_at, number`),
];
const yearOf = (serial: string) => serial.split('/')[1];

describe('the financial year of a number is that of the money', () => {
  test.each([
    ['2026-03-31', '2025-26'],
    ['2026-04-01', '2026-27'],
  ])('money credited on %s and confirmed later has a receipt of %s', async (on, year) => {
    const adoption = await pledge();
    await receive(adoption, 1_00_000, { on });
    expect((await papersOf(adoption)).map(({ kind, serial }) => [kind, yearOf(serial)])).toEqual([['receipt', year]]);
  });

  test.each([
    ['2026-03-31T18:29:59Z', '2025-26'],
    ['2026-03-31T18:30:00Z', '2026-27'],
  ])('an online payment of %s whose receipt nobody asked for until now has one of %s', async (at, year) => {
    const { userId } = await makeSponsorAccount();
    const given = {
      userId,
      state: 'completed' as const,
      lines: [{ course, seats: 1 }],
      payments: [{ status: 'captured' as const }],
    };
    const paid = await insertAdoption(sql(), given);
    const [payment] = await sql()<{ id: string }[]>`
      update payments set settled_at = ${at} where billing_id = ${paid.id} returning id`;
    const { serial } = await issuePaper({ kind: 'receipt', billingId: paid.id, source: payment!.id });
    expect(yearOf(serial)).toBe(year);
  });

  test('a credit note has the year of its transfer, a proforma and a statement that of the day on which they are made', async () => {
    const adoption = await pledge();
    const proforma = await issuePaper({ kind: 'proforma', billingId: adoption.id, source: adoption.id });
    await receive(adoption, 1_00_000, { on: '2026-03-02' });
    await act(first, adoption, { action: 'cancel' });
    const [request] = await sql()<{ id: string }[]>`select id from change_requests where billing_id = ${adoption.id}`;
    await act(second, adoption, { action: 'cancel', request: request!.id });
    const back = { mode: 'NEFT', paid_on: '2026-03-30', amount: 1_00_000, bank_reference: `BACK${Date.now()}` };
    await act(first, adoption, { action: 'record_refund', ...back });
    const [refund] = await sql()<{ id: string }[]>`select id from refunds where billing_id = ${adoption.id}`;
    await act(second, adoption, { action: 'confirm_refund', id: refund!.id });
    const years = (await papersOf(adoption)).map(({ kind, serial }) => [kind, yearOf(serial)]);
    const [now] = await sql()<{ year: string }[]>`
      select case when extract(month from day) < 4 then extract(year from day) - 1 else extract(year from day) end::text as year
        from (select now() at time zone 'Asia/Kolkata' as day) today`;
    expect(years).toEqual([
      ['proforma', expect.stringContaining(now!.year)],
      ['receipt', '2025-26'],
      ['credit_note', '2025-26'],
    ]);
    expect(yearOf(proforma.serial)).toContain(now!.year);
    expect(yearOf((await issueStatement(adoption.userId, '2025-26')).serial)).toContain(now!.year);
  });
});

describe('money and its paper are one transaction', () => {
  test('an online payment has its receipt before anybody asks for it, and asking returns the same', async () => {
    const account = await makeSponsorAccount();
    const { scope, request, billingId } = await prepareProcessPayment([{ course, seats: 2 }], account);
    await payForAdoption(scope, request, { provider: makeProvider() });
    const [payment] = await sql()<{ id: string }[]>`select id from payments where billing_id = ${billingId}`;
    const papers = await papersOf({ id: billingId });
    expect(papers).toMatchObject([
      { kind: 'receipt', source: payment!.id, data: { money: { amountPaise: 2_00_000_00 }, part: null } },
    ]);
    const asked = await issuePaper({ kind: 'receipt', billingId, source: payment!.id });
    expect(asked.serial).toBe(papers[0]!.serial);
  });

  test('what costs nothing, a refused payment and money that goes back have no receipt', async () => {
    const account = await makeSponsorAccount();
    const free = await prepareProcessPayment([{ course: await makeCourse({ pricePaise: 0 }), seats: 1 }], account);
    expect(await payForAdoption(free.scope, free.request)).toMatchObject({ ok: true });
    const other = await prepareProcessPayment([{ course, seats: 1 }], await makeSponsorAccount());
    await payForAdoption(other.scope, other.request, { provider: makeProvider(() => ({ status: 'failed' })) });
    await payForAdoption(other.scope, other.request, { provider: makeProvider() });
    const [paid] = await sql()<{ id: string }[]>`
      select id from payments where billing_id = ${other.billingId} and status = 'captured'`;
    const again = captureOf('TWICE', 1_00_000_00);
    await settle({ paymentId: paid!.id, provider: 'test', status: 'captured', capture: again });
    expect(await papersOf({ id: free.billingId })).toEqual([]);
    expect(await papersOf({ id: other.billingId })).toMatchObject([{ source: paid!.id }]);
  });

  /** Holds with an open payment each. */
  const AT_ONCE = 20;
  async function openPayments() {
    const pending = makeProvider(() => ({ status: 'pending' }));
    const begun = Array.from({ length: AT_ONCE }, async () => {
      const hold = await prepareProcessPayment([{ course, seats: 1 }], await makeSponsorAccount());
      await payForAdoption(hold.scope, hold.request, { provider: pending });
      const [payment] = await sql()<{ id: string }[]>`select id from payments where billing_id = ${hold.billingId}`;
      return { paymentId: payment!.id, billingId: hold.billingId };
    });
    return Promise.all(begun);
  }
  const resultOf = (paymentId: string) => ({
    paymentId,
    provider: 'test',
    status: 'captured' as const,
    capture: captureOf(`TEST-${paymentId}`, 1_00_000_00),
  });
  /** Payments that count and have no receipt. */
  const withoutReceipt = async () =>
    (
      await sql()`select id from payments where status = 'captured' and amount_paise > 0
                     and not exists (select from papers where kind = 'receipt' and source = payments.id::text)`
    ).length;
  const slowly = [
    'cross join next_number',
    'cross join (select next_number.*, pg_sleep(0.05) from next_number) next_number',
  ] as const;
  /** Ends connections that took a number and did not insert its paper yet, until all have settled. */
  async function endSleeping(count: number, settled: Promise<unknown>) {
    const killed = new Set<number>();
    let isOver = false;
    void settled.then(() => (isOver = true));
    while (killed.size < count && !isOver) {
      const ended = await sql()<{ pid: number }[]>`
        select pid, pg_terminate_backend(pid) from pg_stat_activity
         where wait_event = 'PgSleep' and query like '%with present%' and pid <> pg_backend_pid() limit 1`;
      for (const { pid } of ended) killed.add(pid);
    }
  }

  test('security 73: connections that end while money is settled leave no gap and no money without its receipt', async () => {
    const payments = await openPayments();
    const own = connect(url, { max: AT_ONCE });
    const settled = withoutGuards([slowly], () =>
      Promise.allSettled(payments.map(({ paymentId }) => settle(resultOf(paymentId), own.db))),
    );
    await endSleeping(5, settled);
    expect((await settled).filter(({ status }) => status === 'rejected').length).toBeGreaterThan(0);
    await own.sql.end({ timeout: 1 });
    expect(await withoutReceipt()).toBe(0);
    expect(await findBookProblems()).toEqual([]);
    for (const { paymentId } of payments) await settle(resultOf(paymentId));
    expect(await withoutReceipt()).toBe(0);
    expect(await findBookProblems()).toEqual([]);
    const [{ papers }] =
      (await sql()`select count(*)::int as papers from papers where source = any(${payments.map(({ paymentId }) => paymentId)})`) as unknown as [
        { papers: number },
      ];
    expect(papers).toBe(AT_ONCE);
  });

  test('control: a receipt after the settlement instead of with it is missing when the connection ends', async () => {
    const payments = await openPayments();
    const own = connect(url, { max: AT_ONCE });
    const settled = withoutGuards([slowly], () =>
      Promise.allSettled(
        payments.map(async ({ paymentId, billingId }) => {
          await settlePayment(own.db, resultOf(paymentId));
          await own.db.execute(paperStatement('receipt', billingId, paymentId));
        }),
      ),
    );
    // A connection that ends too late, on a busy machine, has inserted its paper.
    await endSleeping(AT_ONCE, settled);
    await settled;
    await own.sql.end({ timeout: 1 });
    expect(await withoutReceipt()).toBeGreaterThan(0);
  });
});

describe('the receipt of a part says so', () => {
  const partsOf = async (adoption: Pledge) =>
    (await papersOf(adoption)).flatMap(({ kind, data }) => (kind === 'receipt' ? [data.part] : []));

  test('with its number in a plan, what was received so far, the tax apart, and what is still to pay', async () => {
    const adoption = await pledge(3);
    expect(await chooseInstalments(adoption.scope, adoption.id, 3)).toEqual({ ok: true });
    await receive(adoption, 98_000, { tds: 2_000 });
    await receive(adoption, 2_00_000);
    expect(await partsOf(adoption)).toEqual([
      {
        parts: { first: 1, last: 1, of: 3 },
        receivedPaise: 98_000_00,
        tdsPaise: 2_000_00,
        refundedPaise: 0,
        duePaise: 2_00_000_00,
      },
      {
        parts: { first: 2, last: 3, of: 3 },
        receivedPaise: 2_98_000_00,
        tdsPaise: 2_000_00,
        refundedPaise: 0,
        duePaise: 0,
      },
    ]);
    const shown = (await readAdoption(adoption.scope, adoption.id))!;
    expect(shown).toMatchObject({ receivedPaise: 2_98_000_00, withheldPaise: 2_000_00, outstandingPaise: 0 });
    expect(shown.papers.map(({ part }) => part?.parts)).toEqual([
      { first: 2, last: 3, of: 3 },
      { first: 1, last: 1, of: 3 },
    ]);
  });

  test('without a number where no plan is, or the amount is another one; the whole at once is no part', async () => {
    const [free, planned, whole] = [await pledge(), await pledge(2), await pledge()];
    await receive(free, 40_000);
    await receive(free, 60_000);
    await chooseInstalments(planned.scope, planned.id, 2);
    await receive(planned, 1_00_001);
    await receive(whole, 90_000, { tds: 10_000 });
    const unnumbered = { parts: null, tdsPaise: 0, refundedPaise: 0 };
    expect(await partsOf(free)).toEqual([
      { ...unnumbered, receivedPaise: 40_000_00, duePaise: 60_000_00 },
      { ...unnumbered, receivedPaise: 1_00_000_00, duePaise: 0 },
    ]);
    expect(await partsOf(planned)).toEqual([{ ...unnumbered, receivedPaise: 1_00_001_00, duePaise: 99_999_00 }]);
    expect(await partsOf(whole)).toEqual([null]);
  });

  test('the receipt of the first part says the same when it is issued again after the last one', async () => {
    const adoption = await pledge();
    const source = await receive(adoption, 40_000);
    await receive(adoption, 60_000);
    await savePaperDetails(adoption.scope, adoption.id, { legal_name: 'Tapti Steels Private Limited' });
    const ofFirst = (await papersOf(adoption)).filter((paper) => paper.source === source);
    expect(ofFirst).toHaveLength(2);
    expect(ofFirst[1]!.data.part).toEqual(ofFirst[0]!.data.part);
  });

  test('receipts and proformas of before, which do not say it, stay as they are', async () => {
    const adoption = await pledge();
    const source = await receive(adoption, 40_000, { tds: 1_000 });
    const subjects = [
      { kind: 'receipt', billingId: adoption.id, source },
      { kind: 'proforma', billingId: adoption.id, source: adoption.id },
    ] as const;
    const before = await Promise.all(subjects.map((subject) => issuePaper(subject)));
    await sql()`alter table papers disable trigger papers_only_grow`;
    await sql()`update papers set data = data - '{part,withheldPaise}'::text[] where billing_id = ${adoption.id}`;
    await sql()`alter table papers enable trigger papers_only_grow`;
    const after = await Promise.all(subjects.map((subject) => issuePaper(subject)));
    expect(after.map(({ id }) => id)).toEqual(before.map(({ id }) => id));
  });
});

test('a restore leaves numbers out in the year before as well, where late money still gets some', async () => {
  const adoption = await pledge();
  await receive(adoption, 1_00_000, { on: '2026-03-31' });
  const [before] = await papersOf(adoption);
  await db().execute(skipNumbers(100));
  const other = await pledge();
  await receive(other, 1_00_000, { on: '2026-03-31' });
  const [after] = await papersOf(other);
  const numberOf = ({ serial }: { serial: string }) => Number(serial.split('/')[2]);
  expect(numberOf(after!)).toBe(numberOf(before!) + 101);
  expect(await findBookProblems()).toEqual([]);
});
