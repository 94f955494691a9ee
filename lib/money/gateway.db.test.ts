import { beforeEach, describe, expect, test, vi } from 'vitest';
import { sql, type Database } from '@/db/client';
import type { GuestScope } from '@/lib/adoption/core/access';
import { readAdoption } from '@/lib/adoption/read/detail-queries';
import { chooseTransfer, pledgeSeats, releaseExpiredHolds } from '@/lib/adoption/take/mutations';
import { lapsePledges } from '@/lib/adoption/pledge/term-statements';
import { findBookProblems } from '@/scripts/lib/books';
import { signLinkReturn } from '@/testing/razorpay-stand-in/signatures';
import { endWindow, fullLedger, makeHold, prepareAdoption } from '@/testing/db/adoption';
import { waitForLocks } from '@/testing/db/locks';
import { useClient, useTestDatabase } from '@/testing/db/database';
import { makeCourse } from '@/testing/db/factories';
import { makeSponsorAccount } from '@/testing/db/identity';
import { historyOf, prepareProcessPayment } from '@/testing/db/payment';
import { withoutGuards } from '@/testing/db/guards';
import { makeGateway } from '@/testing/payment/gateway';
import { checkBilling, closeBilling, noteReturn } from './check-billing';
import { payForAdoption, payForBilling } from './mutations';
import { handleNotice, purgeNotices } from './notices';

import { checkPayments, closePayments, closeUnwantedPayments } from './settle';
import { claimCheck } from './statements';

useTestDatabase();
const KEY_SECRET = 'secret-of-a-former-gateway';
Object.assign(process.env, {
  PAYMENT_PROVIDER: 'sandbox',
  RAZORPAY_KEY_ID: 'rzp_test_1DP5mmOlF5G5ag',
  RAZORPAY_KEY_SECRET: KEY_SECRET,
  RAZORPAY_WEBHOOK_SECRET: 'secret-of-its-webhook',
});
const here = useClient(20);
const there = useClient(20);
beforeEach(() => {
  const spies = (['warn', 'error'] as const).map((level) => vi.spyOn(console, level).mockReturnValue());
  return async () => {
    spies.forEach((spy) => spy.mockRestore());
    expect(await findBookProblems()).toEqual([]);
    // Each test has its own gateway, which does not know the payments of the others.
    await sql()`update payments set status = 'failed', settled_at = now(), next_check_at = null where status = 'started'`;
  };
});

type Gateway = ReturnType<typeof makeGateway>;

/** A hold with a payment link of the gateway. */
async function begun({ totalSeats = 5, seats = 2, gateway = makeGateway() } = {}) {
  const account = await makeSponsorAccount();
  const course = await makeCourse({ totalSeats });
  const adoption = await prepareProcessPayment([{ course, seats }], account);
  const press = () => payForAdoption(adoption.scope, adoption.request, { provider: gateway.provider });
  const outcome = await press();
  const paymentId = (await historyOf(adoption.billingId)).payments[0]!.id;
  return { ...adoption, account, course, gateway, press, outcome, paymentId };
}

/** A pledge of a guest. */
async function pledged({ totalSeats = 5, seats = 2 } = {}) {
  const course = await makeCourse({ totalSeats });
  const { subject, code, billingId: draftId } = await prepareAdoption([{ course, seats }]);
  const pledge = await pledgeSeats({ ...subject, draftId }, code);
  if (!pledge.ok) throw new Error(pledge.code);
  return { ...pledge, course, scope: { billingId: pledge.billingId } as GuestScope };
}

const due = () => sql()`update payments set next_check_at = now() where status = 'started'`;
const check = async ({ named }: Gateway, { db: database } = here) => {
  await due();
  return checkPayments({ named, database });
};
const refundsOf = (billingId: string) => sql()`
  select reason, state, amount_paise::float8 as amount from payment_refunds where billing_id = ${billingId} order by due_at, reason`;
const paymentOf = async (id: string) => {
  const [row] = await sql()`
    select status, provider_ref, method_used, captured_paise::float8 as captured, captured_currency, fee_paise::float8 as fee,
           failure_reason, next_check_at is not null as is_checked from payments where id = ${id}`;
  return row!;
};

test('a return from a gateway that is not that of new payments any more says that the sponsor paid', async () => {
  const { paymentId } = await begun();
  const link = { id: 'plink_1', referenceId: paymentId, status: 'paid' };
  const query = {
    razorpay_payment_id: 'pay_1',
    razorpay_payment_link_id: link.id,
    razorpay_payment_link_reference_id: link.referenceId,
    razorpay_payment_link_status: link.status,
  };
  const isAtBank = async () => (await sql()`select is_at_bank from payments where id = ${paymentId}`)[0];
  await noteReturn({ ...query, razorpay_signature: 'forged' });
  expect(await isAtBank()).toEqual({ is_at_bank: false });
  await noteReturn({ ...query, razorpay_signature: signLinkReturn(KEY_SECRET, link, 'pay_1') });
  expect(await isAtBank()).toEqual({ is_at_bank: true });
});

describe('a payment link', () => {
  test('a press leads to the page of the gateway; Back, a second tab and a reload lead to the same one', async () => {
    const { press, outcome, gateway, paymentId, billingId } = await begun();
    const { ref } = gateway.links.get(paymentId)!;
    expect(outcome).toEqual({
      ok: false,
      code: 'payment.pending',
      billingId,
      next: { kind: 'redirect', url: `https://gateway.example/${ref}` },
    });
    expect(await Promise.all([press(), press(), press()])).toEqual([outcome, outcome, outcome]);
    expect(gateway.links.size).toBe(1);
    expect(await paymentOf(paymentId)).toMatchObject({ status: 'started', provider_ref: ref, is_checked: true });
  });

  test('the seats are held as long as the link takes money, once', async () => {
    const { billingId, paymentId, press, gateway } = await begun();
    const ends = async () => {
      const [row] = await sql()<{ hold: Date; link: Date; minutes: number }[]>`
        select b.hold_expires_at as hold, p.expires_at as link,
               round(extract(epoch from b.hold_expires_at - now()) / 60)::int as minutes
          from billings b join payments p on p.billing_id = b.id where b.id = ${billingId} order by p.created_at desc limit 1`;
      return row!;
    };
    const first = await ends();
    expect(first.minutes).toBe(16);
    expect(first.hold).toEqual(first.link);
    gateway.end(paymentId);
    await check(gateway);
    await press();
    const second = await ends();
    expect(second.hold).toEqual(first.hold);
    expect(second.link >= first.link).toBe(true);
  });

  test('a lost answer: the next press finds the link that was made', async () => {
    const gateway = makeGateway();
    gateway.control.losesAnswers = true;
    const { outcome, press, paymentId } = await begun({ gateway });
    expect(outcome).toEqual({ ok: false, code: 'payment.failed' });
    gateway.control.losesAnswers = false;
    expect(await press()).toMatchObject({ code: 'payment.pending', next: { kind: 'redirect' } });
    expect([...gateway.links.keys()]).toEqual([paymentId]);
  });

  test('paid before the press is repeated: the press completes the adoption', async () => {
    const { gateway, paymentId, press } = await begun();
    const { transactionId } = gateway.pay(paymentId);
    expect(await press()).toMatchObject({ ok: true, transactionId });
  });

  test('once its time is over a press creates no link, and asks what became of it', async () => {
    const { gateway, paymentId, press } = await begun();
    await sql()`update payments set expires_at = now() - interval '1 second' where id = ${paymentId}`;
    gateway.end(paymentId);
    expect(await press()).toEqual({ ok: false, code: 'payment.declined' });
    expect(gateway.control.calls).toEqual(['charge', 'enquire']);
  });

  test('an amount above the limit is refused before anything is begun', async () => {
    const account = await makeSponsorAccount();
    const course = await makeCourse({ pricePaise: 1_000_00 });
    const { scope, request, billingId } = await prepareProcessPayment([{ course, seats: 2 }], account);
    const { provider } = makeGateway('gateway', { maxPaise: 1_999_99 });
    const refused = { ok: false, code: 'payment.too_large', params: { max: '₹1,999.99' } };
    expect(await payForAdoption(scope, request, { provider })).toEqual(refused);
    expect(await payForBilling(scope, billingId, 'upi', { provider })).toEqual(refused);
    expect((await historyOf(billingId)).payments).toEqual([]);
  });

  test('an adoption that costs nothing is completed without a gateway', async () => {
    const account = await makeSponsorAccount();
    const course = await makeCourse({ pricePaise: 0 });
    const { scope, request, billingId } = await prepareProcessPayment([{ course, seats: 2 }], account);
    const { provider, control } = makeGateway();
    expect(await payForAdoption(scope, request, { provider })).toMatchObject({ ok: true });
    expect((await historyOf(billingId)).state).toBe('completed');
    expect(control.calls).toEqual([]);
  });
});

describe('money', () => {
  test('is recorded with the method that was really used, its fee and tax', async () => {
    const { gateway, paymentId, request } = await begun();
    gateway.pay(paymentId, { method: 'wallet', feePaise: 118, taxPaise: 18 });
    await check(gateway);
    expect(await paymentOf(paymentId)).toMatchObject({
      status: 'captured',
      method_used: 'wallet',
      captured: request.totalPaise,
      fee: 118,
      is_checked: false,
    });
  });

  test.each([
    ['one paisa less', (total: number) => ({ amountPaise: total - 1 })],
    ['one paisa more', (total: number) => ({ amountPaise: total + 1 })],
    ['another currency', () => ({ currency: 'USD' })],
  ])('of %s adopts no seats, does not count and goes back', async (_what, changes) => {
    const { gateway, paymentId, request, billingId, course } = await begun();
    const { amountPaise } = gateway.pay(paymentId, changes(request.totalPaise));
    await check(gateway);
    await check(gateway);
    const { state, payments, events } = await historyOf(billingId);
    expect({ state, status: payments[0]!.status, last: events.at(-1) }).toEqual({
      state: 'held',
      status: 'refund_due',
      last: 'payment_not_accepted:provider',
    });
    expect(await fullLedger(course.id)).toMatchObject({ adopted: 0, held: 2 });
    expect(await refundsOf(billingId)).toEqual([{ reason: 'payment_not_accepted', state: 'due', amount: amountPaise }]);
  });

  test('captured twice for one payment pays once, and the second capture goes back, whoever reports it how often', async () => {
    const { gateway, paymentId, request, billingId, course } = await begun();
    const [first, second] = [gateway.pay(paymentId), gateway.pay(paymentId)];
    const notices = [first, second, second, first].map((capture) => gateway.captured(paymentId, capture));
    await due();
    await Promise.all([
      ...notices.map((notice, n) => handleNotice(gateway.provider, notice, { database: (n % 2 ? here : there).db })),
      checkPayments({ named: gateway.named, database: here.db }),
      checkPayments({ named: gateway.named, database: there.db }),
    ]);
    await check(gateway);
    const { state, payments } = await historyOf(billingId);
    expect([state, ...payments.map(({ status }) => status).sort()]).toEqual(['completed', 'captured', 'refund_due']);
    expect(await refundsOf(billingId)).toEqual([{ reason: 'paid_again', state: 'due', amount: request.totalPaise }]);
    expect(await fullLedger(course.id)).toMatchObject({ adopted: 2, held: 0, completed: 2 });
  });

  test('that arrives when the seats are gone goes back', async () => {
    const { gateway, paymentId, request, billingId, course } = await begun();
    gateway.pay(paymentId);
    await endWindow(billingId);
    await makeHold([{ course, seats: course.totalSeats }], await makeSponsorAccount());
    await check(gateway);
    expect((await historyOf(billingId)).state).toBe('refund_due');
    expect(await refundsOf(billingId)).toEqual([{ reason: 'paid_too_late', state: 'due', amount: request.totalPaise }]);
  });
});

describe('notices', () => {
  test('a failed attempt closes nothing: the next one may succeed', async () => {
    const { gateway, paymentId, billingId } = await begun();
    await handleNotice(gateway.provider, gateway.attemptFailed(paymentId, 'Payment was declined by the bank'));
    expect(await paymentOf(paymentId)).toMatchObject({
      status: 'started',
      failure_reason: expect.stringContaining('bank'),
    });
    const capture = gateway.pay(paymentId, { method: 'netbanking' });
    await handleNotice(gateway.provider, gateway.captured(paymentId, capture));
    expect((await historyOf(billingId)).state).toBe('completed');
  });

  test('an ended link is asked about: it closes the payment, or settles it if it was paid', async () => {
    const [unpaid, paid] = [await begun(), await begun()];
    paid.gateway.pay(paid.paymentId);
    for (const { gateway, paymentId } of [unpaid, paid]) await handleNotice(gateway.provider, gateway.ended(paymentId));
    expect((await historyOf(unpaid.billingId)).payments[0]).toMatchObject({ status: 'failed' });
    expect((await historyOf(paid.billingId)).state).toBe('completed');
  });

  test('one that could not be handled is not kept, so that it is handled when it comes again', async () => {
    const { gateway, paymentId } = await begun();
    const notice = gateway.ended(paymentId);
    gateway.control.unreachable = true;
    await expect(handleNotice(gateway.provider, notice)).rejects.toThrow('could not be asked');
    gateway.control.unreachable = false;
    await handleNotice(gateway.provider, notice);
    expect((await paymentOf(paymentId)).status).toBe('failed');
  });

  test('each event is kept once, for a year', async () => {
    const { gateway, paymentId } = await begun();
    const notice = gateway.captured(paymentId, gateway.pay(paymentId));
    const kept = () => sql()`select kind, gateway_id, outcome from payment_notices where event_id = ${notice.eventId}`;
    await Promise.all([1, 2, 3].map(() => handleNotice(gateway.provider, notice)));
    expect(await kept()).toEqual([
      { kind: 'captured', gateway_id: gateway.links.get(paymentId)!.ref, outcome: 'settled' },
    ]);
    await sql()`update payment_notices set received_at = now() - interval '366 days' where event_id = ${notice.eventId}`;
    await purgeNotices();
    expect(await kept()).toEqual([]);
  });

  test('a payment of nobody here is no error', async () => {
    const { gateway, paymentId } = await begun();
    const stranger = makeGateway('stranger');
    const notice = gateway.captured(paymentId, gateway.pay(paymentId));
    await handleNotice(stranger.provider, notice);
    expect((await paymentOf(paymentId)).status).toBe('started');
  });
});

describe('the checking job', () => {
  test('several at once ask about each payment once', async () => {
    const gateway = makeGateway();
    const all = await Promise.all(Array.from({ length: 10 }, () => begun({ gateway })));
    for (const { paymentId } of all) gateway.pay(paymentId);
    await due();
    gateway.control.calls.length = 0;
    const runs = await Promise.all(
      [here, there, here, there].map(({ db: database }) => checkPayments({ named: gateway.named, database })),
    );
    expect(runs.reduce((sum, checked) => sum + checked)).toBe(10);
    expect(gateway.control.calls).toHaveLength(10);
    for (const { billingId } of all) expect((await historyOf(billingId)).state).toBe('completed');
  });

  test('a run has a limited time, and the next one continues', async () => {
    const gateway = makeGateway();
    for (let n = 0; n < 5; n++) await begun({ gateway });
    await due();
    gateway.control.calls.length = 0;
    let clock = 0;
    const now = vi.spyOn(performance, 'now').mockImplementation(() => clock);
    const { enquire } = gateway.provider;
    gateway.provider.enquire = (payment) => {
      clock += 3000;
      return enquire(payment);
    };
    const runs = [];
    for (let run = 0; run < 3; run++) runs.push(await checkPayments({ named: gateway.named, database: here.db }));
    now.mockRestore();
    expect(runs).toEqual([3, 2, 0]);
    expect(gateway.control.calls).toHaveLength(5);
  });

  /** Claims while another run has claimed and not committed yet; returns how many payments both got. */
  const claimTwice = async (isLocked: boolean) => {
    await begun();
    await due();
    let second: ReturnType<typeof claimCheck> | undefined;
    const first = await here.db.transaction(async (own) => {
      const claimed = await claimCheck(own);
      second = claimCheck(there.db);
      if (isLocked) await second;
      else await waitForLocks(sql(), 1, 'update "payments"');
      return claimed;
    });
    return [first, await second].map((claimed) => claimed?.id);
  };

  test('a payment that another run has just claimed is left to it', async () => {
    expect(await claimTwice(true)).toEqual([expect.any(String), undefined]);
  });

  test('control: without the lock on what is due both runs ask', async () => {
    const [first, second] = await withoutGuards([['for no key update skip locked']], () => claimTwice(false));
    expect([first, second]).toEqual([expect.any(String), first]);
  });

  test.each([
    ['0 minutes', 2],
    ['3 minutes', 5 - 3],
    ['6 minutes', 15 - 6],
    ['20 minutes', 60 - 20],
    ['2 hours', 60],
    ['2 days 23 hours', 60],
    ['4 days', 24 * 60],
    ['6 days', null],
  ])('a payment that is %s old is asked about again after %s minutes', async (age, minutes) => {
    const { paymentId, gateway } = await begun();
    await sql()`
      update payments set created_at = now() - ${age}::interval, expires_at = now() - interval '1 hour', next_check_at = now()
       where id = ${paymentId}`;
    await checkPayments({ named: gateway.named });
    const [row] = await sql()`
      select round(extract(epoch from next_check_at - now()) / 60)::int as minutes from payments where id = ${paymentId}`;
    expect(row!.minutes).toBe(minutes);
  });

  test('the end of the link is a time to ask, so that the seats are free soon', async () => {
    const { paymentId, gateway } = await begun();
    await sql()`
      update payments set created_at = now() - interval '15 minutes', expires_at = now() + interval '1 minute', next_check_at = now()
       where id = ${paymentId}`;
    await checkPayments({ named: gateway.named });
    const [row] = await sql()`
      select round(extract(epoch from next_check_at - now()))::int as seconds from payments where id = ${paymentId}`;
    expect(row!.seconds).toBe(120);
  });

  test('a payment that the gateway does not know stays open while its link could be made, and fails afterwards', async () => {
    const { gateway, paymentId } = await begun();
    gateway.links.clear();
    await check(gateway);
    expect((await paymentOf(paymentId)).status).toBe('started');
    await sql()`update payments set expires_at = now() where id = ${paymentId}`;
    await check(gateway);
    expect((await paymentOf(paymentId)).status).toBe('failed');
  });

  test('an unreachable gateway, or one without settings, changes nothing', async () => {
    const { gateway, paymentId } = await begun();
    gateway.control.unreachable = true;
    await check(gateway);
    await due();
    await checkPayments({ named: () => null });
    expect(await paymentOf(paymentId)).toMatchObject({ status: 'started', is_checked: true });
  });

  test('a hold that ended: its link is closed, and money that was already paid is settled', async () => {
    const gateway = makeGateway();
    const [unpaid, paid] = [await begun({ gateway }), await begun({ gateway })];
    gateway.pay(paid.paymentId);
    for (const { billingId } of [unpaid, paid]) await endWindow(billingId);
    await releaseExpiredHolds();
    await check(gateway);
    expect(gateway.links.get(unpaid.paymentId)!.ended).toBe(true);
    expect((await historyOf(unpaid.billingId)).payments[0]!.status).toBe('failed');
    expect((await historyOf(paid.billingId)).state).toBe('completed');
  });
});

describe('another way to pay', () => {
  test('bank transfer is possible after the link is closed, and not if it was paid', async () => {
    const [unpaid, paid] = [await begun(), await begun()];
    paid.gateway.pay(paid.paymentId);
    for (const { scope, billingId, gateway } of [unpaid, paid]) {
      expect(await chooseTransfer(scope, billingId)).toEqual({ ok: false, code: 'payment.pending' });
      await closePayments(billingId, { named: gateway.named });
    }
    expect(await chooseTransfer(unpaid.scope, unpaid.billingId)).toMatchObject({ ok: true });
    expect(unpaid.gateway.links.get(unpaid.paymentId)!.ended).toBe(true);
    expect(await chooseTransfer(paid.scope, paid.billingId)).toEqual({ ok: false, code: 'payment.hold_ended' });
    expect((await historyOf(paid.billingId)).state).toBe('completed');
  });

  test('a sponsor gives the link up: it takes no more money, and another payment can be begun', async () => {
    const { scope, billingId, gateway, paymentId, press } = await begun();
    expect(await closeBilling(scope, billingId, gateway)).toBe('failed');
    expect(gateway.links.get(paymentId)!.ended).toBe(true);
    expect(await press()).toMatchObject({ code: 'payment.pending', next: { kind: 'redirect' } });
    const { payments } = await historyOf(billingId);
    expect(payments.map(({ status }) => status).sort()).toEqual(['failed', 'started']);
  });

  test('a payment that is under way at the bank, or a gateway that does not answer, gives nothing up', async () => {
    const { scope, billingId, gateway, paymentId } = await begun();
    gateway.control.unreachable = true;
    expect(await closeBilling(scope, billingId, gateway)).toBe('pending');
    const close = async () => ({ status: 'pending', providerRef: null, next: null }) as const;
    expect(await closeBilling(scope, billingId, { named: () => ({ ...gateway.provider, close }) })).toBe('pending');
    expect(await paymentOf(paymentId)).toMatchObject({ status: 'started', is_checked: true });
    expect(await chooseTransfer(scope, billingId)).toEqual({ ok: false, code: 'payment.pending' });
  });

  test('a payment is said to be confirmed only after an attempt at the bank, and not after a failed one', async () => {
    const { scope, billingId, gateway, paymentId } = await begun();
    const shown = async () => {
      const { status, openPayment } = (await readAdoption(scope, billingId))!;
      return [status, openPayment?.isAtBank];
    };
    await checkBilling(scope, billingId, gateway);
    expect(await shown()).toEqual(['begun', false]);
    const enquire = async () => ({ status: 'pending', providerRef: null, next: null }) as const;
    await checkBilling(scope, billingId, { named: () => ({ ...gateway.provider, enquire }) });
    expect(await shown()).toEqual(['confirming', true]);
    await handleNotice(gateway.provider, gateway.attemptFailed(paymentId, 'Payment was declined by the bank'));
    expect(await shown()).toEqual(['begun', false]);
  });

  /** The sponsor pays while the link is given up, in this tab and another, and the notice arrives. */
  async function paysMeanwhile(change: (gateway: Gateway) => Partial<Gateway['provider']>) {
    const adoption = await begun();
    const { scope, billingId, gateway, paymentId } = adoption;
    const capture = gateway.pay(paymentId);
    const named = () => ({ ...gateway.provider, ...change(gateway) });
    const closed = await Promise.all([
      closeBilling(scope, billingId, { named, database: here.db }),
      closeBilling(scope, billingId, { named, database: there.db }),
    ]);
    return { ...adoption, closed, capture };
  }

  test('money that arrives while the link is given up pays for the adoption, once', async () => {
    for (let round = 0; round < 5; round++) {
      const { billingId, closed, gateway, paymentId, capture, course } = await paysMeanwhile(() => ({}));
      expect(closed).toEqual(['paid', 'paid']);
      await handleNotice(gateway.provider, gateway.captured(paymentId, capture), { database: there.db });
      expect((await historyOf(billingId)).state).toBe('completed');
      expect(await fullLedger(course.id)).toMatchObject({ adopted: 2, completed: 2, held: 0 });
      expect(await refundsOf(billingId)).toEqual([]);
    }
  });

  test('control: if the answer to the end of the link is not read, money that arrived is not seen', async () => {
    const { billingId, closed, gateway, paymentId } = await paysMeanwhile((own) => ({
      close: async (payment) => {
        await own.provider.close(payment);
        return { status: 'failed', providerRef: null };
      },
    }));
    expect(closed).toEqual(['failed', 'failed']);
    expect(gateway.links.get(paymentId)!.captures).toHaveLength(1);
    expect((await historyOf(billingId)).state).toBe('held');
  });

  test('a replaced hold: its link is closed, the one of the live hold is not', async () => {
    const { account, billingId, gateway, paymentId } = await begun();
    await makeHold([{ course: await makeCourse(), seats: 1 }], account);
    expect((await historyOf(billingId)).state).toBe('replaced');
    await closeUnwantedPayments({ userId: account.userId }, { named: gateway.named });
    expect(gateway.links.get(paymentId)!.ended).toBe(true);
    const live = await begun();
    await closeUnwantedPayments({ userId: live.account.userId }, { named: live.gateway.named });
    expect(live.gateway.links.get(live.paymentId)!.ended).toBe(false);
  });
});

describe('a pledge', () => {
  const pay = (scope: GuestScope, gateway: Gateway, database?: Database) =>
    payForBilling(scope, scope.billingId, 'netbanking', { provider: gateway.provider, database });

  test('is paid online during its term: its seats stay adopted, and a repeated request leads to the same page', async () => {
    const gateway = makeGateway();
    const { scope, billingId, course } = await pledged();
    const outcomes = await Promise.all([here, there, here, there].map(({ db }) => pay(scope, gateway, db)));
    expect(new Set(outcomes.map((outcome) => JSON.stringify(outcome))).size).toBe(1);
    expect(outcomes[0]).toMatchObject({ code: 'payment.pending', next: { kind: 'redirect' } });
    const paymentId = (await historyOf(billingId)).payments[0]!.id;
    gateway.pay(paymentId);
    expect(await checkBilling(scope, billingId, { named: gateway.named })).toBe('paid');
    const { state, payments, events } = await historyOf(billingId);
    expect({ state, payments: payments.length, last: events.slice(-2) }).toEqual({
      state: 'completed',
      payments: 1,
      last: ['payment_started:guest', 'paid:provider'],
    });
    expect(await fullLedger(course.id)).toMatchObject({ adopted: 2, completed: 2, pledged: 0 });
    expect(await pay(scope, gateway)).toMatchObject({ ok: true });
  });

  /** Money of a pledge that arrived by bank, as two administrators confirm it. */
  async function arrives(billingId: string, paise: number) {
    const [row] = await sql()<{ id: string }[]>`
      insert into bank_receipts (billing_id, mode, credited_on, amount_paise, reference, payer, state, recorded_by, confirmed_by, confirmed_at)
      values (${billingId}, 'NEFT', '2026-11-20', ${paise}, ${`UTR${Math.random()}`}, 'Narmada', 'confirmed', gen_random_uuid(), gen_random_uuid(), now())
      returning id`;
    await sql()`update billings set received_paise = received_paise + ${paise} where id = ${billingId}`;
    return row!.id;
  }
  const receiptsOf = (billingId: string) => sql()`
    select data->'money'->'amountPaise' as amount, data->'part'->'duePaise' as due from papers
     where billing_id = ${billingId} and kind = 'receipt' order by number`;

  test('of which a part arrived by bank is paid online for what is missing, and its receipt says that it is not the whole', async () => {
    const gateway = makeGateway();
    const { scope, billingId, course } = await pledged();
    const [part, total] = [course.pricePaise / 2, 2 * course.pricePaise];
    await arrives(billingId, part);
    expect((await readAdoption(scope, billingId))!.isPayableOnline).toBe(true);
    await pay(scope, gateway);
    const paymentId = (await historyOf(billingId)).payments[0]!.id;
    gateway.pay(paymentId);
    expect(await paymentOf(paymentId)).toMatchObject({ status: 'started' });
    expect(await checkBilling(scope, billingId, { named: gateway.named })).toBe('paid');
    expect(await paymentOf(paymentId)).toMatchObject({ status: 'captured', captured: total - part });
    expect((await historyOf(billingId)).state).toBe('completed');
    expect(await refundsOf(billingId)).toEqual([]);
    expect([...(await receiptsOf(billingId))]).toEqual([{ amount: total - part, due: 0 }]);
  });

  test('whose bank took a part back while its sponsor paid the rest keeps that money and is not paid', async () => {
    const gateway = makeGateway();
    const { scope, billingId, course } = await pledged();
    const part = course.pricePaise;
    const receipt = await arrives(billingId, part);
    await pay(scope, gateway);
    const paymentId = (await historyOf(billingId)).payments[0]!.id;
    await sql()`update bank_receipts set state = 'bounced' where id = ${receipt}`;
    await sql()`update billings set received_paise = 0 where id = ${billingId}`;
    gateway.pay(paymentId);
    await check(gateway);
    const { state, payments, events } = await historyOf(billingId);
    expect({ state, payments: payments.map(({ status }) => status), last: events.at(-1) }).toEqual({
      state: 'pledged',
      payments: ['captured'],
      last: 'part_paid:provider',
    });
    expect([...(await receiptsOf(billingId))]).toEqual([{ amount: part, due: part }]);
    expect(
      await sql()`select kind, detail->'amount_paise' as amount from outbound_messages
                        where billing_id = ${billingId} and kind <> 'adopted'`,
    ).toEqual([{ kind: 'received', amount: part }]);
    // What is missing now comes by bank: the site takes one online payment of a pledge.
    expect(await pay(scope, gateway)).toEqual({ ok: false, code: 'payment.not_payable' });
    await sql()`delete from bank_receipts where id = ${receipt}`;
  });

  test('whose term ends while its sponsor pays does not lapse before the link has ended', async () => {
    const gateway = makeGateway();
    const { scope, billingId, course } = await pledged();
    await sql()`update billings set due_at = now() + interval '1 minute' where id = ${billingId}`;
    await pay(scope, gateway);
    await sql()`update billings set due_at = now() where id = ${billingId}`;
    await lapsePledges(here.db);
    expect((await historyOf(billingId)).state).toBe('pledged');
    await sql()`update payments set expires_at = now() where billing_id = ${billingId}`;
    await lapsePledges(here.db);
    expect((await historyOf(billingId)).state).toBe('lapsed');
    gateway.pay((await historyOf(billingId)).payments[0]!.id);
    await check(gateway);
    expect((await historyOf(billingId)).state).toBe('completed');
    expect(await fullLedger(course.id)).toMatchObject({ adopted: 2, completed: 2 });
  });

  test('that lapsed and whose seats are gone: the money goes back', async () => {
    const gateway = makeGateway();
    const { scope, billingId, course } = await pledged({ totalSeats: 2 });
    await pay(scope, gateway);
    gateway.pay((await historyOf(billingId)).payments[0]!.id);
    await sql()`update billings set due_at = now() where id = ${billingId}`;
    await sql()`update payments set expires_at = now() where billing_id = ${billingId}`;
    await lapsePledges(here.db);
    await makeHold([{ course, seats: 2 }], await makeSponsorAccount());
    await check(gateway);
    expect((await historyOf(billingId)).state).toBe('refund_due');
    expect(await refundsOf(billingId)).toMatchObject([{ reason: 'paid_too_late' }]);
    expect(await checkBilling(scope, billingId)).toBe('refund_due');
  });

  test('is not payable after its term, nor while a bank receipt waits, nor by anybody else', async () => {
    const gateway = makeGateway();
    const [over, waiting] = [await pledged(), await pledged()];
    await sql()`update billings set due_at = now() where id = ${over.billingId}`;
    await sql()`
      insert into bank_receipts (billing_id, mode, credited_on, amount_paise, reference, payer, recorded_by)
      values (${waiting.billingId}, 'NEFT', '2026-11-20', 100, 'UTR123456', 'Narmada', gen_random_uuid())`;
    for (const { scope } of [over, waiting])
      expect(await pay(scope, gateway)).toEqual({ ok: false, code: 'payment.not_payable' });
    const { scope: stranger } = await makeSponsorAccount();
    expect(await payForBilling(stranger, over.billingId, 'upi', { provider: gateway.provider })).toBeNull();
    expect(await checkBilling(stranger, over.billingId)).toBeNull();
    expect(gateway.control.calls).toEqual([]);
    await sql()`delete from bank_receipts where reference = 'UTR123456'`;
  });

  test('that was reduced while its sponsor paid: the difference goes back', async () => {
    const gateway = makeGateway();
    const { scope, billingId, course } = await pledged({ seats: 2 });
    await pay(scope, gateway);
    gateway.pay((await historyOf(billingId)).payments[0]!.id);
    await sql()`update billing_items set seats = 1 where billing_id = ${billingId}`;
    await sql()`update billings set total_paise = total_paise / 2 where id = ${billingId}`;
    await sql()`update courses set adopted_seats = adopted_seats - 1 where id = ${course.id}`;
    await sql()`update billings set limit_seats = 1 where id = ${billingId}`;
    await check(gateway);
    expect(await refundsOf(billingId)).toEqual([{ reason: 'excess', state: 'due', amount: course.pricePaise }]);
  });
});

test('press, second tab, notices, jobs and the page of the adoption at the same moment agree, whoever is first', async () => {
  for (let round = 0; round < 10; round++) {
    const { gateway, press, paymentId, billingId, scope, course } = await begun();
    const capture = gateway.pay(paymentId);
    await due();
    await Promise.all([
      press(),
      handleNotice(gateway.provider, gateway.captured(paymentId, capture), { database: there.db }),
      checkPayments({ named: gateway.named, database: here.db }),
      checkBilling(scope, billingId, { named: gateway.named, database: there.db }),
      press(),
      round % 2 ? endWindow(billingId).then(() => releaseExpiredHolds(undefined, there.db)) : undefined,
    ]);
    await check(gateway);
    const { state, payments } = await historyOf(billingId);
    expect([state, payments.length]).toEqual(['completed', 1]);
    expect(await fullLedger(course.id)).toMatchObject({ adopted: 2, completed: 2, held: 0 });
    expect(await refundsOf(billingId)).toEqual([]);
  }
});
