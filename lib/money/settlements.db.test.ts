import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { sql, type Database } from '@/db/client';
import { countAttention, listAttention } from '@/lib/admin/attention/queries';
import { explainDifference } from '@/lib/money/payouts/mutations';
import { runJobs } from '@/lib/operation/jobs/run';
import { pay } from '@/testing/razorpay-stand-in/control';
import { startRazorpayStandIn, type StandIn } from '@/testing/razorpay-stand-in/server';
import { makeAdmin, type AdminAccount } from '@/testing/db/admin';
import { waitForLocks } from '@/testing/db/locks';
import { insertAdoption } from '@/testing/db/adoptions';
import { setTime } from '@/testing/db/clock';
import { useClient, useTestDatabase } from '@/testing/db/database';
import { makeCourse } from '@/testing/db/factories';
import { makeSponsorAccount } from '@/testing/db/identity';
import { withoutGuards } from '@/testing/db/guards';
import { refundState } from '@/testing/payment/gateway';
import type { PaymentProvider, SettlementItem } from './gateway/types';
import { createRazorpayProvider } from './razorpay/provider';
import { recordRefundNotice } from './refunds';
import { readSettlements } from './settlements';
import { claimReport, compareReports, planReports, storeReport } from './settlement-statements';

const { url } = useTestDatabase();
const DAY = 86_400;
const here = useClient(20);
const there = useClient(20);
let admin: AdminAccount;
const NOON = '2026-04-22T12:00:00+05:30';
beforeAll(async () => {
  await setTime(url, NOON);
  admin = await makeAdmin();
});
afterAll(async () => {
  vi.useRealTimers();
});

let standIn: StandIn;
let provider: PaymentProvider;
let names: string[];
let tests = 0;
beforeEach(async () => {
  vi.spyOn(console, 'warn').mockReturnValue();
  standIn = await startRazorpayStandIn();
  const { keyId, keySecret, webhookSecret, url: baseUrl } = standIn;
  const settings = {
    keyId,
    keySecret,
    webhookSecrets: [webhookSecret],
    maxRupees: 500_000,
    baseUrl,
    timeoutMs: 20_000,
  };
  // Each test has its own provider, whose payments are not those of the others.
  provider = { ...createRazorpayProvider(settings), name: `gateway${++tests}` };
  names = [provider.name];
});
afterEach(async () => {
  await standIn.stop();
  for (const table of ['differences', 'items', 'reports']) await sql()`delete from ${sql()(`settlement_${table}`)}`;
  vi.restoreAllMocks();
});

const named = (name: string) => (name === provider.name ? provider : null);
const read = ({ db: database } = here) => readSettlements({ database, named, names });
/** The next night: what is read again is due. */
const night = async () => {
  await sql()`update settlement_reports set next_read_at = now() where provider = ${provider.name} and next_read_at is not null`;
  return read();
};

/** A payment of ₹1,25,000 that we captured days ago, and the gateway too unless `isLost`. */
async function captured(daysAgo: number, { isLost = false } = {}) {
  const { userId } = await makeSponsorAccount({ company_name: 'Narmada Textiles' });
  const lines = [{ course: await makeCourse({ pricePaise: 1_25_000_00 }), seats: 1 }];
  const payments = [{ status: 'captured' as const, provider: provider.name }];
  const { id: billingId, reference } = await insertAdoption(sql(), { userId, state: 'completed', lines, payments });
  const [row] = await sql()<{ id: string }[]>`
    update payments set settled_at = now() - ${daysAgo} * interval '1 day' where billing_id = ${billingId} returning id`;
  const paymentId = row!.id;
  const report = async () => {
    const order = standIn.gateway.createOrder({
      amount: 1_25_000_00,
      currency: 'INR',
      receipt: paymentId,
      notes: {},
    });
    const payment = pay(standIn, order.id, 'captured');
    payment.capturedAt = standIn.gateway.clock.now() - daysAgo * DAY;
    await sql()`update payments set transaction_id = ${payment.id} where id = ${paymentId}`;
    return payment;
  };
  return { billingId, reference, paymentId, report, payment: isLost ? null : await report() };
}

const differences = () => sql()`
  select d.kind, b.reference, d.expected_paise::float8 as expected, d.reported_paise::float8 as reported
    from settlement_differences d left join billings b on b.id = d.billing_id
   where d.provider = ${provider.name} and d.explained_at is null order by d.kind, d.entity_id`;
const items = () => sql()`
  select entity_id, type, day::text, line, credit_paise::float8 as credit, fee_paise::float8 as fee, tax_paise::float8 as tax, utr
    from settlement_items where provider = ${provider.name} order by day, line`;
const reports = async () => {
  const [row] = await sql()<{ all: number; read: number; again: number; unread: number }[]>`
    select count(*)::int as all, count(read_at)::int as read, count(next_read_at)::int as again, count(*) filter (where read_at is null)::int as unread
      from settlement_reports where provider = ${provider.name}`;
  return row!;
};
const requests = () => standIn.journal.filter(({ path }) => path.includes('/settlements/'));

describe('the settlement reports', () => {
  test('are read once a night until yesterday, with fees, tax and the bank transfer; reading them again changes nothing', async () => {
    const { payment } = await captured(12);
    expect(await read()).toBe(12);
    expect(await items()).toMatchObject(
      [
        {
          entity_id: payment!.id,
          type: 'payment',
          line: 1,
          credit: 1_22_050_00,
          fee: 2_950_00,
          tax: 450_00,
          utr: /^UTR\d{8}$/,
        },
      ].map((item) => ({ ...item, utr: expect.stringMatching(item.utr) as string })),
    );
    expect(await differences()).toEqual([]);
    // The two oldest days are complete.
    expect(await reports()).toEqual({ all: 12, read: 12, again: 10, unread: 0 });
    expect(await read()).toBe(0);
    const before = await items();
    expect(await night()).toBe(10);
    expect(await items()).toEqual(before);
    expect(await differences()).toEqual([]);
  });

  test('are read for the days that were missed, a limited time in each run, the oldest first', async () => {
    await captured(40);
    let clock = 0;
    vi.spyOn(performance, 'now').mockImplementation(() => clock);
    const slow = provider.settlements!;
    const days: string[] = [];
    provider = {
      ...provider,
      settlements: (day) => {
        days.push(day);
        clock += 3000;
        return slow(day);
      },
    };
    expect(await read()).toBe(3);
    expect(await reports()).toMatchObject({ all: 40, read: 3 });
    expect(await differences()).toEqual([]);
    while ((await read()) > 0);
    expect(await reports()).toMatchObject({ all: 40, read: 40 });
    expect(days).toEqual(days.toSorted());
    expect(new Set(days).size).toBe(40);
  });

  test('with many pages are stored whole, or not at all when the gateway fails in between', async () => {
    await captured(5);
    const createdAt = standIn.gateway.clock.now() - 5 * DAY;
    for (let index = 0; index < 1500; index++)
      standIn.gateway.adjustments.push({ id: `adj_${index}`, amount: 100, createdAt });
    // The days before have one page each; the second page of the report with the adjustments is missing.
    const second = provider.settlements!;
    let failures = 0;
    provider = {
      ...provider,
      settlements: async (day) => {
        const lines = await second(day);
        if (lines.length < 1000 || failures++ > 0) return lines;
        standIn.faults.push({ kind: 'slow', ms: 0, on: 'GET /settlements' }, { kind: '502', on: 'GET /settlements' });
        return second(day);
      },
    };
    await read();
    expect(await items()).toEqual([]);
    const { unread } = await reports();
    expect(unread).toBeGreaterThan(0);
    await night();
    expect(await reports()).toMatchObject({ unread: 0 });
    expect(await items()).toHaveLength(1501);
    expect((await differences()).filter(({ kind }) => kind === 'unknown')).toHaveLength(1500);
  });

  test('of a gateway that cannot be reached are due again later, and after days need attention', async () => {
    await captured(9);
    const working = provider;
    provider = { ...provider, settlements: () => Promise.reject(new Error('connect ECONNREFUSED')) };
    const before = await countAttention(admin.scope);
    expect(await read()).toBe(0);
    expect(await reports()).toEqual({ all: 9, read: 0, again: 9, unread: 9 });
    // Nothing is missing as long as nobody knows.
    expect(await differences()).toEqual([]);
    expect((await countAttention(admin.scope)).settlement - before.settlement).toBe(6);
    const rows = await listAttention(admin.scope, { kind: 'settlement' }, { page: 1, size: 50 });
    expect(rows[0]).toMatchObject({ about: 'unread', reference: null, company: provider.name, amountPaise: null });
    provider = working;
    await night();
    expect((await countAttention(admin.scope)).settlement).toBe(before.settlement);
  });

  test('several runs at once, from two pools, read each report once', async () => {
    await captured(12);
    const adjusted = standIn.gateway.clock.now() - 8 * DAY;
    standIn.gateway.adjustments.push({ id: 'adj_1', amount: -500, createdAt: adjusted });
    await Promise.all([here, there, here, there].map((pool) => read(pool)));
    while ((await read()) > 0);
    const days = requests().map(({ query }) => query);
    expect([days.length, new Set(days).size]).toEqual([12, 12]);
    expect(await items()).toHaveLength(2);
    expect(await differences()).toMatchObject([{ kind: 'unknown', reported: 500 }]);
  });

  test('of a day are due once that day is over in India', async () => {
    await setTime(url, '2026-04-22T18:29:59.999Z');
    await captured(3);
    expect(await read()).toBe(3);
    await setTime(url, '2026-04-22T18:30:00Z');
    expect(await read()).toBe(1);
    expect(await read()).toBe(0);
    await setTime(url, NOON);
  });

  test('are read by the jobs, for providers that have any', async () => {
    expect(await runJobs(here.db)).toMatchObject({ settlements: 0 });
  });
});

describe('guards of reading', () => {
  /** Claims while another run has claimed and not committed yet; returns how many got the report. */
  const claimTwice = async (isLocked: boolean) => {
    await captured(1);
    await planReports(here.db, provider.name);
    let second: ReturnType<typeof claimReport> | undefined;
    const first = await here.db.transaction(async (own) => {
      const claimed = await claimReport(own, provider.name);
      second = claimReport(there.db, provider.name);
      if (isLocked) await second;
      else await waitForLocks(sql(), 1, 'update "settlement_reports"');
      return claimed;
    });
    return [first, await second].map((claimed) => claimed?.day);
  };

  test('a report that another run has just claimed is left to it', async () => {
    expect(await claimTwice(true)).toEqual([expect.any(String), undefined]);
  });

  test('control: without the lock on what is due both runs read it', async () => {
    const [first, second] = await withoutGuards([['for no key update skip locked']], () => claimTwice(false));
    expect([first, second]).toEqual([expect.any(String), first]);
  });

  test('two readers of one report store it one after the other', async () => {
    await captured(1);
    await planReports(here.db, provider.name);
    const [report] = await sql()<{ provider: string; day: string }[]>`
      select provider, day::text as day from settlement_reports where provider = ${provider.name}`;
    const line = (entityId: string): SettlementItem => ({
      ...{ entityId, type: 'payment', transactionId: entityId, creditPaise: 1, debitPaise: 0, amountPaise: 1 },
      ...{ feePaise: 0, taxPaise: 0, settlementId: null, utr: null, settledAt: null, reference: null },
    });
    const lines = ['pay_1', 'pay_2', 'pay_3'].map(line);
    await Promise.all([here, there, here, there].map((client) => storeReport(client.db, report!, lines)));
    expect((await items()).map(({ entity_id }) => entity_id as string)).toEqual(['pay_1', 'pay_2', 'pay_3']);
  });
});

describe('guards of comparing', () => {
  /** One comparison has read the reports, and another one runs after a late line arrived; returns what is left. */
  const compareTwice = async (isAlone: boolean) => {
    const lost = await captured(9, { isLost: true });
    await read();
    await sql()`delete from settlement_differences`;
    const [payment] = await sql()<{ id: string }[]>`
      select transaction_id as id from payments where id = ${lost.paymentId}`;
    const comparisons: Promise<unknown>[] = [];
    const rollback = new Error('only holds the difference');
    await sql()
      .begin(async (holder) => {
        await holder`insert into settlement_differences (provider, kind, entity_id) values (${provider.name}, 'missing', ${payment!.id})`;
        comparisons.push(compareReports(here.db));
        await waitForLocks(sql(), 1, 'from "settlement_items" group by');
        await there.sql`
          insert into settlement_items (provider, day, line, entity_id, type, credit_paise, debit_paise, amount_paise, fee_paise, tax_paise)
          values (${provider.name}, '2026-04-15', 1, ${payment!.id}, 'payment', 12500000, 0, 12500000, 0, 0)`;
        comparisons.push(compareReports(there.db));
        if (isAlone) await waitForLocks(sql(), 1, 'pg_advisory_xact_lock');
        else await comparisons[1];
        throw rollback;
      })
      .catch((error: unknown) => expect(error).toBe(rollback));
    await Promise.all(comparisons);
    return (await differences()).map(({ kind }) => kind as string);
  };

  test('an older comparison does not undo a newer one', async () => {
    expect(await compareTwice(true)).toEqual([]);
  });

  test('control: without the lock it does', async () => {
    const lock: [string, string] = ['select pg_advisory_xact_lock($1)', 'select $1::int'];
    expect(await withoutGuards([lock], () => compareTwice(false))).toEqual(['missing']);
  });
});

describe('a difference', () => {
  test('a payment that no report has is missing after a week, until a late report has it', async () => {
    const [young, old] = [await captured(6, { isLost: true }), await captured(9, { isLost: true })];
    await read();
    const missing = { kind: 'missing', reference: old.reference, expected: 1_25_000_00, reported: null };
    expect(await differences()).toEqual([missing]);
    const [row] = await listAttention(admin.scope, { kind: 'settlement' }, { page: 1, size: 50 });
    expect(row).toMatchObject({
      about: 'missing',
      reference: old.reference,
      company: 'Narmada Textiles',
      amountPaise: 1_25_000_00,
    });
    await old.report();
    await young.report();
    await night();
    expect(await differences()).toEqual([]);
  });

  test('a processed refund that no report has is missing after a week, until a late report has it', async () => {
    const { payment, paymentId, billingId, reference } = await captured(20);
    const refund = async (ref: string, daysAgo: number, state = 'processed') => sql()`
      insert into payment_refunds (payment_id, billing_id, amount_paise, reason, state, refund_ref, processed_at, next_try_at)
      values (${paymentId}, ${billingId}, 50000, 'cancelled', ${state}, ${ref},
              case when ${state} = 'processed' then now() - ${daysAgo}::int * interval '1 day' end, null)`;
    const late = standIn.gateway.refund(
      payment!.id,
      { amount: 500_00, receipt: null, notes: {}, speed: 'normal' },
      null,
    );
    await refund(late.id, 9);
    await refund('rfnd_young', 6);
    await refund('rfnd_open', 0, 'pending');
    await read();
    while ((await read()) > 0);
    expect(await differences()).toEqual([{ kind: 'missing', reference, expected: 500_00, reported: null }]);
    await standIn.moveClock(60);
    late.processedAt = standIn.gateway.clock.now() - 9 * DAY;
    await night();
    expect(await differences()).toEqual([]);
  });

  test('a test payment and its refund are not missed', async () => {
    const { paymentId, billingId } = await captured(9, { isLost: true });
    await sql()`update payments set is_test = true where billing_id = ${billingId}`;
    await sql()`
      insert into payment_refunds (payment_id, billing_id, amount_paise, reason, state, refund_ref, processed_at, next_try_at)
      values (${paymentId}, ${billingId}, 50000, 'cancelled', 'processed', 'rfnd_test', now() - interval '9 days', null)`;
    await read();
    expect(await differences()).toEqual([]);
  });

  test('money that is reported twice, on one day or on two', async () => {
    const [first, second] = [await captured(12), await captured(12)];
    const reported = provider.settlements!;
    const ofPayment = (id: string) => (item: SettlementItem) => item.entityId === id;
    let again: SettlementItem[] = [];
    provider = {
      ...provider,
      settlements: async (day) => {
        const lines = await reported(day);
        const result = [...lines, ...lines.filter(ofPayment(first.payment!.id)), ...again];
        again = lines.filter(ofPayment(second.payment!.id));
        return result;
      },
    };
    await read();
    const found = await differences();
    expect(found.map(({ kind, reference }) => [kind as string, reference as string]).sort()).toEqual(
      [first, second].map(({ reference }) => ['doubled', reference]).sort(),
    );
    expect(found.find(({ reference }) => reference === first.reference)).toMatchObject({
      expected: 1_25_000_00,
      reported: 2_50_000_00,
    });
  });

  test('another amount than ours, of a payment and of a refund', async () => {
    const { payment, paymentId, billingId, reference } = await captured(12);
    const refund = standIn.gateway.refund(
      payment!.id,
      { amount: 500_00, receipt: null, notes: {}, speed: 'normal' },
      null,
    );
    await standIn.moveClock(60);
    refund.processedAt = standIn.gateway.clock.now() - 8 * DAY;
    await sql()`
      insert into payment_refunds (payment_id, billing_id, amount_paise, reason, state, refund_ref, processed_at, next_try_at)
      values (${paymentId}, ${billingId}, 49999, 'cancelled', 'processed', ${refund.id}, now() - interval '8 days', null)`;
    payment!.amount -= 1;
    await read();
    expect(await differences()).toEqual([
      { kind: 'amount', reference, expected: 1_25_000_00, reported: 1_24_999_99 },
      { kind: 'amount', reference, expected: 499_99, reported: 500_00 },
    ]);
    payment!.amount += 1;
    await sql()`update payment_refunds set amount_paise = 50000 where refund_ref = ${refund.id}`;
    await night();
    expect(await differences()).toEqual([]);
  });

  test('items that we do not know: of somebody else, an adjustment, and late money whose reference is a payment of ours', async () => {
    const { reference, paymentId } = await captured(12);
    const order = standIn.gateway.createOrder({
      amount: 700_00,
      currency: 'INR',
      receipt: 'R-1',
      notes: {},
    });
    const late = standIn.gateway.createOrder({
      amount: 800_00,
      currency: 'INR',
      receipt: paymentId,
      notes: {},
    });
    for (const { id } of [order, late]) pay(standIn, id, 'captured').capturedAt = standIn.gateway.clock.now() - 8 * DAY;
    standIn.gateway.adjustments.push({ id: 'adj_2', amount: -10_12, createdAt: standIn.gateway.clock.now() - 8 * DAY });
    await read();
    const found = await differences();
    expect(found.map((each) => [each.kind, each.reference, each.expected, each.reported]).sort()).toEqual(
      [
        ['unknown', null, null, 700_00],
        ['unknown', null, null, 10_12],
        ['unknown', reference, null, 800_00],
      ].sort(),
    );
  });

  test('a refund made in the dashboard whose notice was lost, until the notice comes', async () => {
    const { payment, reference } = await captured(12);
    const refund = standIn.gateway.refund(
      payment!.id,
      { amount: 500_00, receipt: null, notes: {}, speed: 'normal' },
      null,
    );
    await standIn.moveClock(60);
    refund.processedAt = standIn.gateway.clock.now() - 8 * DAY;
    await read();
    expect(await differences()).toEqual([{ kind: 'unknown', reference, expected: null, reported: 500_00 }]);
    const notice = {
      kind: 'refund' as const,
      refundRef: refund.id,
      refundId: null,
      transactionId: payment!.id,
      amountPaise: 500_00,
    };
    await recordRefundNotice(
      provider.name,
      { ...notice, state: refundState('processed', refund.id) },
      { database: here.db },
    );
    await night();
    expect(await differences()).toEqual([]);
  });
});

describe('an explanation', () => {
  const idOf = async () => {
    const [row] = await sql()<
      { id: string }[]
    >`select id from settlement_differences where provider = ${provider.name}`;
    return row!.id;
  };
  const explained = () => sql()`
    select after->>'kind' as kind, after->>'reason' as reason, after->>'reference' as reference, actor from audit_log
     where action = 'settlement.explained' and after->>'transaction' = (
           select entity_id from settlement_differences where provider = ${provider.name})`;

  test('stays as long as the amounts stay the same, and changes no payment', async () => {
    const { payment, reference } = await captured(12);
    payment!.amount -= 100;
    await read();
    const before = await sql()`select * from payments`;
    const id = await idOf();
    expect(await explainDifference(admin.scope, id, 'A fee of the bank')).toEqual({ ok: true });
    expect(await explained()).toEqual([
      { kind: 'amount', reason: 'A fee of the bank', reference, actor: admin.username },
    ]);
    expect(await explainDifference(admin.scope, id, 'Once more')).toEqual({ ok: false, code: 'difference.gone' });
    await night();
    expect(await differences()).toEqual([]);
    expect((await countAttention(admin.scope)).settlement).toBe(0);
    expect(await sql()`select * from payments`).toEqual(before);
    payment!.amount -= 100;
    await night();
    expect(await differences()).toMatchObject([{ kind: 'amount', reported: 1_24_998_00 }]);
    payment!.amount += 200;
    await night();
    expect(await sql()`select from settlement_differences where provider = ${provider.name}`).toEqual([]);
  });

  /** Two administrators explain a difference at once; returns how many entries the audit log has. */
  const explainTwice = async () => {
    await captured(9, { isLost: true });
    await read();
    const id = await idOf();
    const explain = (database: Database) => explainDifference(admin.scope, id, 'Both at once', database);
    let second: Promise<unknown> | undefined;
    await here.db.transaction(async (own) => {
      await explain(own);
      second = explain(there.db);
      await waitForLocks(sql(), 1, 'settlement_differences');
    });
    await second;
    return (await explained()).length;
  };

  test('of two administrators at once is that of the first', async () => {
    expect(await explainTwice()).toBe(1);
  });

  test('control: without the lock both are in the audit log', async () => {
    expect(await withoutGuards([['for no key update of "settlement_differences"']], explainTwice)).toBe(2);
  });
});
