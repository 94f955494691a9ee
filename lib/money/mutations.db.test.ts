import { beforeEach, describe, expect, test, vi } from 'vitest';
import { db, sql } from '@/db/client';
import { cancelPledge } from '@/lib/admin/adoptions/mutations';
import { createDashboardDraft, releaseExpiredHolds } from '@/lib/adoption/take/mutations';
import { sponsorOf } from '@/lib/adoption/take/queries';
import { pledgeHold, lapsePledges } from '@/lib/adoption/pledge/term-statements';
import { endWindow, fullLedger, makeHold, prepareHold } from '@/testing/db/adoption';
import { useTestDatabase } from '@/testing/db/database';
import { makeCourse } from '@/testing/db/factories';
import { makeSponsorAccount } from '@/testing/db/identity';
import { captureOf } from '@/testing/payment/capture';
import {
  historyOf,
  makeLatch,
  makeProvider,
  paymentRequest,
  prepareProcessPayment,
  report,
} from '@/testing/db/payment';
import { CHARGE_MS, payForAdoption } from './mutations';

useTestDatabase();
beforeEach(() => {
  const warned = vi.spyOn(console, 'warn').mockReturnValue();
  return () => {
    vi.useRealTimers();
    warned.mockRestore();
  };
});

/** Creates a sponsor with two of five seats held, and the request that pays for them. */
async function held({ totalSeats = 5, seats = 2 } = {}) {
  const account = await makeSponsorAccount();
  const course = await makeCourse({ totalSeats });
  const lines = [{ course, seats }];
  return { account, course, lines, ...(await prepareProcessPayment(lines, account)) };
}
const declined = makeProvider(() => ({ status: 'failed' }));
const pending = makeProvider(() => ({ status: 'pending' }));
const unreachable = makeProvider(() => {
  throw new Error('connection refused');
});

describe('paying for a hold', () => {
  test('R-API-23 A-05 captured money completes the adoption and makes its held seats adopted', async () => {
    const { account, scope, request, billingId, reference, course } = await held();
    const provider = makeProvider();
    const outcome = await payForAdoption(scope, request, { provider });
    const { payments, ...history } = await historyOf(billingId);
    const transactionId = provider.captured.get(payments[0]!.id);
    expect(outcome).toEqual({ ok: true, transactionId, billingId, reference });
    expect(provider.asked).toMatchObject([
      {
        paymentId: payments[0]!.id,
        providerRef: null,
        amountPaise: 2_50_000_00,
        method: 'card',
        reference,
        payer: { email: account.email },
        returnUrl: `${process.env.APP_URL}/dashboard/adoptions/${billingId}`,
      },
    ]);
    expect(payments).toEqual([{ id: payments[0]!.id, status: 'captured', transaction_id: transactionId }]);
    expect(history).toEqual({
      state: 'completed',
      events: ['created:sponsor', 'phone_verified:sponsor', 'payment_started:sponsor', 'paid:provider'],
    });
    expect(await fullLedger(course.id)).toMatchObject({ adopted: 2, completed: 2, held: 0, holding: 0 });
  });

  test('A-06 paying again returns the same transaction and does not call the provider', async () => {
    const { scope, request } = await held();
    const provider = makeProvider();
    const first = await payForAdoption(scope, request, { provider });
    expect(await payForAdoption(scope, request, { provider, key: 'another key' })).toEqual(first);
    expect(provider.asked).toHaveLength(1);
  });

  test('A-05 after a declined payment the hold stays, and the next attempt is a new payment', async () => {
    const { scope, request, billingId, course } = await held();
    expect(await payForAdoption(scope, request, { provider: declined })).toEqual({
      ok: false,
      code: 'payment.declined',
    });
    expect(await fullLedger(course.id)).toMatchObject({ adopted: 0, held: 2, holding: 2 });
    expect(await payForAdoption(scope, request, { provider: makeProvider() })).toMatchObject({ ok: true });
    const { payments, state, events } = await historyOf(billingId);
    expect(payments.map(({ status }) => status)).toEqual(['failed', 'captured']);
    expect(state).toBe('completed');
    expect(events.slice(2)).toEqual([
      'payment_started:sponsor',
      'payment_failed:provider',
      'payment_started:sponsor',
      'paid:provider',
    ]);
  });

  test('A-05 an unreachable provider leaves the payment open, and the next attempt charges the same payment', async () => {
    const { scope, request } = await held();
    expect(await payForAdoption(scope, request, { provider: unreachable })).toEqual({
      ok: false,
      code: 'payment.failed',
    });
    const provider = makeProvider();
    expect(await payForAdoption(scope, request, { provider })).toMatchObject({ ok: true });
    expect(provider.asked[0]!.paymentId).toBe(unreachable.asked.at(-1)!.paymentId);
  });

  test('A-05 a provider that exceeds the deadline is not awaited, but its late response is still recorded', async () => {
    const { scope, request, billingId } = await held();
    const [asked, answer] = [makeLatch(), makeLatch()];
    const provider = makeProvider(async (_, captured) => {
      asked.open();
      await answer.opened;
      return captured();
    });
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const outcome = payForAdoption(scope, request, { provider });
    await Promise.race([asked.opened, outcome]);
    vi.advanceTimersByTime(CHARGE_MS);
    expect(await outcome).toEqual({ ok: false, code: 'payment.failed' });
    expect(await historyOf(billingId)).toMatchObject({ state: 'held', payments: [{ status: 'started' }] });
    vi.useRealTimers();
    answer.open();
    await vi.waitFor(async () => expect(await historyOf(billingId)).toMatchObject({ state: 'completed' }));
  });

  test('A-05 without a provider nothing is paid and nothing is stored', async () => {
    const { scope, request, billingId } = await held();
    expect(await payForAdoption(scope, request, { provider: null })).toEqual({ ok: false, code: 'payment.failed' });
    expect((await historyOf(billingId)).payments).toEqual([]);
  });

  test('A-05 after a crash between charge and settlement the next attempt finds the transaction and charges nothing', async () => {
    const { scope, request, billingId, course } = await held();
    const provider = makeProvider((_, captured) => {
      captured();
      throw new Error('the process ends here');
    });
    await payForAdoption(scope, request, { provider });
    expect(provider.captured.size).toBe(1);
    expect(await historyOf(billingId)).toMatchObject({ state: 'held', payments: [{ status: 'started' }] });

    const [[paymentId, transactionId]] = [...provider.captured] as [[string, string]];
    const restarted = makeProvider(({ paymentId: asked }) => {
      expect(asked).toBe(paymentId);
      return { status: 'captured', providerRef: null, captures: [captureOf(transactionId, request.totalPaise)] };
    });
    expect(await payForAdoption(scope, request, { provider: restarted })).toMatchObject({ ok: true, transactionId });
    expect(await historyOf(billingId)).toMatchObject({ payments: [{ status: 'captured' }] });
    expect(await fullLedger(course.id)).toMatchObject({ adopted: 2, completed: 2, held: 0 });
  });
});

describe('refusals before the provider is called', () => {
  const provider = makeProvider();
  const refusal = async (
    scope: Parameters<typeof payForAdoption>[0],
    request: Parameters<typeof payForAdoption>[1],
  ) => {
    const outcome = await payForAdoption(scope, request, { provider });
    expect(provider.asked).toEqual([]);
    return outcome.ok ? 'paid' : outcome.code;
  };

  test('R-DPAY-14 a draft whose phone is not verified, and no adoption at all', async () => {
    const account = await makeSponsorAccount();
    const lines = [{ course: await makeCourse(), seats: 1 }];
    expect(await refusal(account.scope, paymentRequest(lines, account))).toBe('payment.not_verified');
    const { billingId } = await prepareHold(lines, account);
    expect(await refusal(account.scope, paymentRequest(lines, account))).toBe('payment.not_verified');
    expect(await historyOf(billingId)).toMatchObject({ state: 'draft', payments: [] });
  });

  test('R-DPAY-14 a hold that was replaced by another selection', async () => {
    const { account, scope, request, lines } = await held();
    const found = await sponsorOf(scope);
    if (!found.ok) throw new Error(found.code);
    const [{ course }] = lines as [(typeof lines)[0]];
    const other = { lines: [{ id: course.id, selectedSeats: 1 }], totalPaise: course.pricePaise };
    await createDashboardDraft(account.scope, { ...other, sponsor: found.sponsor });
    expect(await refusal(scope, request)).toBe('payment.not_verified');
  });

  test('R-DPAY-13 A-62 a missing method, only once the phone is verified', async () => {
    const account = await makeSponsorAccount();
    const lines = [{ course: await makeCourse(), seats: 1 }];
    const request = paymentRequest(lines, account, { payment_method: null });
    expect(await refusal(account.scope, request)).toBe('payment.not_verified');
    const { billingId } = await makeHold(lines, account);
    expect(await refusal(account.scope, request)).toBe('payment.method_required');
    expect((await historyOf(billingId)).payments).toEqual([]);
    await endWindow(billingId);
    expect(await refusal(account.scope, request)).toBe('payment.hold_ended');
  });

  test.each([
    ['a total of one rupee', { totalPaise: 1_00 }],
    ['a price of its own', { line: { pricePaise: 1_00 } }],
    ['a line total of its own', { line: { totalPaise: 1_00 } }],
    ['a price of its own that adds up', { totalPaise: 2_00, line: { pricePaise: 1_00, totalPaise: 2_00 } }],
    ['other seats', { totalPaise: 1_25_000_00, line: { selectedSeats: 1, totalPaise: 1_25_000_00 } }],
  ])('A-07 security 21: %s', async (_what, { line, ...changes }: { line?: object; totalPaise?: number }) => {
    const { scope, request, billingId } = await held();
    const lines = request.selected_courses.map((given) => ({ ...given, ...line }));
    expect(await refusal(scope, { ...request, ...changes, selected_courses: lines })).toBe('selection.changed');
    expect((await historyOf(billingId)).payments).toEqual([]);
  });

  test('A-07 another course, or one more or one fewer than are held', async () => {
    const account = await makeSponsorAccount();
    const courses = [await makeCourse(), await makeCourse(), await makeCourse()];
    const lines = courses.map((course) => ({ course, seats: 1 }));
    await makeHold(lines.slice(0, 2), account);
    for (const chosen of [lines.slice(1), lines, lines.slice(0, 1)])
      expect(await refusal(account.scope, paymentRequest(chosen, account))).toBe('selection.changed');
  });

  test('A-17 an expired hold, released or not', async () => {
    const { scope, request, billingId } = await held();
    await endWindow(billingId);
    expect(await refusal(scope, request)).toBe('payment.hold_ended');
    await releaseExpiredHolds();
    expect(await refusal(scope, request)).toBe('payment.hold_ended');
    expect(await historyOf(billingId)).toMatchObject({ state: 'expired', payments: [] });
  });

  test('A-24 the hold of another sponsor', async () => {
    const { request } = await held();
    const stranger = await makeSponsorAccount();
    expect(await refusal(stranger.scope, { ...request, userId: stranger.userId })).toBe('payment.not_verified');
  });
});

describe('Idempotency-Key', () => {
  test('A-06 the same key and request return the result of that payment, also if it failed', async () => {
    const { scope, request, billingId } = await held();
    const first = await payForAdoption(scope, request, { provider: declined, key: 'K' });
    const provider = makeProvider();
    expect(await payForAdoption(scope, request, { provider, key: 'K' })).toEqual(first);
    expect(provider.asked).toEqual([]);
    expect((await historyOf(billingId)).payments).toHaveLength(1);
  });

  test('A-06 the same key and request continue an open payment', async () => {
    const { scope, request, billingId } = await held();
    await payForAdoption(scope, request, { provider: unreachable, key: 'K' });
    expect(await payForAdoption(scope, request, { provider: makeProvider(), key: 'K' })).toMatchObject({ ok: true });
    expect((await historyOf(billingId)).payments).toMatchObject([{ status: 'captured' }]);
  });

  test('A-06 the order of the lines does not change a request', async () => {
    const account = await makeSponsorAccount();
    const lines = [
      { course: await makeCourse(), seats: 1 },
      { course: await makeCourse(), seats: 2 },
    ];
    const { scope, request } = await prepareProcessPayment(lines, account);
    const first = await payForAdoption(scope, request, { provider: makeProvider(), key: 'K' });
    const turned = { ...request, selected_courses: request.selected_courses.toReversed() };
    expect(first.ok).toBe(true);
    expect(await payForAdoption(scope, turned, { provider: makeProvider(), key: 'K' })).toEqual(first);
  });

  test('A-06 security 27: the same key with another request is refused, whatever else is true of it', async () => {
    const { scope, request, billingId } = await held();
    const provider = makeProvider();
    await payForAdoption(scope, request, { provider: declined, key: 'K' });
    for (const changes of [{ payment_method: 'upi' as const }, { totalPaise: 1_00 }, { payment_method: null }])
      expect(await payForAdoption(scope, { ...request, ...changes }, { provider, key: 'K' })).toEqual({
        ok: false,
        code: 'payment.key_reused',
      });
    expect(provider.asked).toEqual([]);
    expect((await historyOf(billingId)).payments).toHaveLength(1);
  });

  test("A-06 security 28: a key of another sponsor is nobody else's", async () => {
    const [theirs, mine] = [await held(), await held()];
    const paid = await payForAdoption(theirs.scope, theirs.request, { provider: makeProvider(), key: 'K' });
    const outcome = await payForAdoption(mine.scope, mine.request, { provider: makeProvider(), key: 'K' });
    expect(outcome).toMatchObject({ ok: true, billingId: mine.billingId });
    expect(paid).toMatchObject({ ok: true, billingId: theirs.billingId });
    expect(outcome).not.toMatchObject({ transactionId: paid.ok && paid.transactionId });
  });

  test('A-06 a key of an ended adoption does not pay for the next one of the same lines', async () => {
    const { account, scope, request, lines, billingId } = await held();
    const first = await payForAdoption(scope, request, { provider: makeProvider(), key: 'K' });
    const next = await makeHold(lines, account);
    expect(await payForAdoption(scope, request, { provider: makeProvider(), key: 'K' })).toEqual(first);
    expect(first).toMatchObject({ ok: true, billingId });
    expect(await payForAdoption(scope, request, { provider: makeProvider(), key: 'L' })).toMatchObject({
      ok: true,
      billingId: next.billingId,
    });
  });
});

describe('a hold that ends during the call to the provider', () => {
  /** Pays with a provider that responds 'captured' only after `meanwhile` is done. */
  const payWhile = async ({ scope, request }: Awaited<ReturnType<typeof held>>, meanwhile: () => Promise<unknown>) =>
    payForAdoption(scope, request, {
      provider: makeProvider(async (_, captured) => {
        await meanwhile();
        return captured();
      }),
    });

  test('A-05 it expired but its seats are not released yet: completed', async () => {
    const adoption = await held();
    expect(await payWhile(adoption, () => endWindow(adoption.billingId))).toMatchObject({ ok: true });
    expect(await fullLedger(adoption.course.id)).toMatchObject({ adopted: 2, completed: 2, held: 0, holding: 0 });
  });

  test('A-05 the seats were released and are still available: taken again', async () => {
    const adoption = await held();
    const { billingId, course } = adoption;
    const outcome = await payWhile(adoption, async () => {
      await endWindow(billingId);
      expect(await releaseExpiredHolds()).toBe(1);
    });
    expect(outcome).toMatchObject({ ok: true, billingId });
    expect(await fullLedger(course.id)).toMatchObject({ adopted: 2, completed: 2, held: 0, holding: 0 });
    const { state, events } = await historyOf(billingId);
    expect(state).toBe('completed');
    expect(events.slice(2)).toEqual(['payment_started:sponsor', 'hold_ended:system', 'paid:provider']);
  });

  test('A-05 another sponsor has taken the seats: the payment is due for refund, and the response states it', async () => {
    const adoption = await held();
    const { billingId, course, scope, request } = adoption;
    const outcome = await payWhile(adoption, async () => {
      await endWindow(billingId);
      await makeHold([{ course, seats: 4 }], await makeSponsorAccount());
    });
    expect(outcome).toEqual({ ok: false, code: 'payment.refund_due' });
    const { state, payments, events } = await historyOf(billingId);
    expect(state).toBe('refund_due');
    expect(payments).toMatchObject([{ status: 'refund_due', transaction_id: `TEST-${payments[0]!.id}` }]);
    expect(events.at(-1)).toBe('paid_too_late:provider');
    expect(await fullLedger(course.id)).toMatchObject({ adopted: 0, completed: 0, held: 4, holding: 4 });
    // A repeated request returns the same result and charges nothing.
    const provider = makeProvider();
    expect(await payForAdoption(scope, request, { provider })).toEqual(outcome);
    expect(provider.asked).toEqual([]);
  });

  test('A-05 all lines or none: one of two courses is full', async () => {
    const account = await makeSponsorAccount();
    const [free, full] = [await makeCourse(), await makeCourse({ totalSeats: 1 })];
    const lines = [free, full].map((course) => ({ course, seats: 1 }));
    const adoption = { account, course: free, lines, ...(await prepareProcessPayment(lines, account)) };
    const outcome = await payWhile(adoption, async () => {
      await endWindow(adoption.billingId);
      await makeHold([{ course: full, seats: 1 }], await makeSponsorAccount());
    });
    expect(outcome).toEqual({ ok: false, code: 'payment.refund_due' });
    expect(await fullLedger(free.id)).toMatchObject({ adopted: 0, held: 0 });
  });

  test('A-05 a course that was closed in the meantime has no seats for late payments', async () => {
    const adoption = await held();
    const outcome = await payWhile(adoption, async () => {
      await endWindow(adoption.billingId);
      await releaseExpiredHolds();
      await sql()`update courses set is_open = false where id = ${adoption.course.id}`;
    });
    expect(outcome).toEqual({ ok: false, code: 'payment.refund_due' });
  });

  test('A-17 a replaced hold is settled like an expired one', async () => {
    const adoption = await held();
    const { account, billingId, course, lines } = adoption;
    const other = await makeCourse();
    const outcome = await payWhile(adoption, () => prepareHold([{ course: other, seats: 1 }], account));
    expect(outcome).toMatchObject({ ok: true, billingId });
    expect((await historyOf(billingId)).events.slice(3)).toEqual(['replaced:sponsor', 'paid:provider']);
    expect(await fullLedger(course.id)).toMatchObject({ adopted: lines[0]!.seats, held: 0 });
  });

  test('A-05 an open payment that outlived its hold is being confirmed, and is not charged again', async () => {
    const { scope, request, billingId } = await held();
    await payForAdoption(scope, request, { provider: unreachable });
    await endWindow(billingId);
    const provider = makeProvider();
    expect(await payForAdoption(scope, request, { provider })).toMatchObject({ ok: false, code: 'payment.pending' });
    expect(provider.asked).toEqual([]);
  });
});

describe('captured after it was refused, when the sponsor pays by bank transfer instead', () => {
  /** A declined payment, and then a transfer; returns the notice that captures the payment after all. */
  const transferred = async () => {
    const one = await held();
    await payForAdoption(one.scope, one.request, { provider: declined });
    await pledgeHold(db(), one.account.scope, { billingId: one.billingId, days: 7 });
    const paymentId = (await historyOf(one.billingId)).payments[0]!.id;
    const notice = { paymentId, status: 'captured', transactionId: `TEST-${paymentId}` } as const;
    return { ...one, capture: () => report(declined, notice) };
  };
  const moneyOf = async (billingId: string) => {
    const [row] = await sql()<{ state: string; received: number }[]>`
      select state, received_paise::float8 as received from billings where id = ${billingId}`;
    return row!;
  };

  test('it pays the pledge, even if the course is full', async () => {
    const { billingId, course, capture } = await transferred();
    await sql()`update courses set total_seats = adopted_seats where id = ${course.id}`;
    expect([await capture(), await capture()]).toEqual([true, true]);
    expect(await moneyOf(billingId)).toEqual({ state: 'completed', received: 2_50_000_00 });
    expect(await fullLedger(course.id)).toMatchObject({ adopted: 2, completed: 2, held: 0 });
  });

  test.each([
    ['lapsed and the seats are free', 5, 'completed'],
    ['lapsed and the seats are taken', 0, 'refund_due'],
  ])('the pledge has %s', async (_, totalSeats, state) => {
    const { billingId, course, capture } = await transferred();
    await sql()`update billings set due_at = now() where id = ${billingId}`;
    expect(await lapsePledges()).toBe(1);
    await sql()`update courses set total_seats = ${totalSeats} where id = ${course.id}`;
    await capture();
    expect(await moneyOf(billingId)).toEqual({ state, received: 2_50_000_00 });
  });

  test('the pledge was cancelled: the money is owed back', async () => {
    const { billingId, reference, capture } = await transferred();
    await cancelPledge(reference, 'asked by phone');
    await capture();
    expect(await moneyOf(billingId)).toEqual({ state: 'cancelled', received: 2_50_000_00 });
    expect((await historyOf(billingId)).payments).toMatchObject([{ status: 'refund_due' }]);
  });
});

describe('notices of the provider', () => {
  const paymentOf = async (billingId: string) => (await historyOf(billingId)).payments.at(-1)!.id;
  const captured = (paymentId: string) =>
    report(pending, { paymentId, status: 'captured', transactionId: `TEST-${paymentId}` });
  const failed = (paymentId: string) => report(pending, { paymentId, status: 'failed' });

  test('A-05 a pending payment stays open until the notice, which completes it; a repeated notice changes nothing', async () => {
    const { scope, request, billingId, course } = await held();
    expect(await payForAdoption(scope, request, { provider: pending })).toMatchObject({
      ok: false,
      code: 'payment.pending',
    });
    expect(await payForAdoption(scope, request, { provider: pending })).toMatchObject({
      ok: false,
      code: 'payment.pending',
    });
    const paymentId = await paymentOf(billingId);
    expect(await captured(paymentId)).toBe(true);
    const after = await historyOf(billingId);
    expect(after).toMatchObject({ state: 'completed', payments: [{ status: 'captured' }] });
    expect(await captured(paymentId)).toBe(true);
    expect(await failed(paymentId)).toBe(true);
    expect(await historyOf(billingId)).toEqual(after);
    expect(await fullLedger(course.id)).toMatchObject({ adopted: 2, completed: 2, held: 0 });
    expect(await payForAdoption(scope, request, { provider: pending })).toMatchObject({
      ok: true,
      transactionId: `TEST-${paymentId}`,
    });
  });

  test('A-05 after a later refusal the hold stays for another attempt; a repeated notice changes nothing', async () => {
    const { scope, request, billingId } = await held();
    await payForAdoption(scope, request, { provider: pending });
    const paymentId = await paymentOf(billingId);
    expect(await failed(paymentId)).toBe(true);
    const after = await historyOf(billingId);
    expect(after).toMatchObject({ state: 'held', payments: [{ status: 'failed' }] });
    expect(await failed(paymentId)).toBe(true);
    expect(await historyOf(billingId)).toEqual(after);
    expect(await payForAdoption(scope, request, { provider: makeProvider() })).toMatchObject({ ok: true });
  });

  test('A-05 captured after it was refused: it counts, unless another payment was captured', async () => {
    const { scope, request, billingId, course } = await held();
    await payForAdoption(scope, request, { provider: pending });
    const paymentId = await paymentOf(billingId);
    await failed(paymentId);
    await captured(paymentId);
    expect(await historyOf(billingId)).toMatchObject({ state: 'completed', payments: [{ status: 'captured' }] });
    expect(await fullLedger(course.id)).toMatchObject({ adopted: 2, completed: 2, held: 0 });
  });

  test('A-05 captured after it was refused and another one was captured: due for refund, and the adoption stays completed', async () => {
    const { scope, request, billingId, course } = await held();
    await payForAdoption(scope, request, { provider: pending });
    const first = await paymentOf(billingId);
    await failed(first);
    const paid = await payForAdoption(scope, request, { provider: makeProvider() });
    await captured(first);
    const { state, payments, events } = await historyOf(billingId);
    expect({ state, statuses: payments.map(({ status }) => status), last: events.at(-1) }).toEqual({
      state: 'completed',
      statuses: ['refund_due', 'captured'],
      last: 'paid_again:provider',
    });
    expect(await fullLedger(course.id)).toMatchObject({ adopted: 2, completed: 2, held: 0 });
    expect(await payForAdoption(scope, request, { provider: makeProvider() })).toEqual(paid);
  });

  test('A-05 captured after it was refused while another one is open: the other one fails, and would be refunded', async () => {
    const { scope, request, billingId } = await held();
    await payForAdoption(scope, request, { provider: pending });
    const first = await paymentOf(billingId);
    await failed(first);
    // The sponsor retries, and while the second payment is open the first one turns out to be captured.
    const outcome = await payForAdoption(scope, request, {
      provider: makeProvider(async (_, capture) => {
        await captured(first);
        return capture();
      }),
    });
    expect(outcome).toMatchObject({ ok: true, transactionId: `TEST-${first}` });
    const { state, payments, events } = await historyOf(billingId);
    expect({ state, statuses: payments.map(({ status }) => status) }).toEqual({
      state: 'completed',
      statuses: ['captured', 'refund_due'],
    });
    expect(events.slice(-3)).toEqual(['payment_failed:provider', 'paid:provider', 'paid_again:provider']);
  });

  test.each(['one after the other', 'at the same moment'])(
    'A-05 one transaction for payments of two adoptions, %s: it pays for one, the other stays open and is logged',
    async (when) => {
      const logged = vi.spyOn(console, 'error').mockReturnValue();
      const adoptions = [await held(), await held()];
      for (const { scope, request } of adoptions) await payForAdoption(scope, request, { provider: pending });
      const payments = await Promise.all(adoptions.map(({ billingId }) => paymentOf(billingId)));
      const say = (paymentId: string) =>
        report(pending, { paymentId, status: 'captured', transactionId: `TEST-${payments[0]!}` });
      const answers =
        when === 'at the same moment'
          ? await Promise.all([...payments, ...payments].map(say))
          : [await say(payments[0]!), await say(payments[1]!), await say(payments[1]!), await say(payments[0]!)];
      expect(answers).toEqual([true, true, true, true]);
      const histories = await Promise.all(adoptions.map(({ billingId }) => historyOf(billingId)));
      expect(histories.map(({ state }) => state).sort()).toEqual(['completed', 'held']);
      expect(histories.map(({ payments: [payment] }) => payment!.status).sort()).toEqual(['captured', 'started']);
      const refused = payments[histories.findIndex(({ state }) => state === 'held')]!;
      expect(JSON.stringify(logged.mock.calls)).toMatch(new RegExp(`payment_transaction_taken.+${refused}`));
      logged.mockRestore();
      // A transaction of its own still pays for it.
      await report(pending, { paymentId: refused, status: 'captured', transactionId: `OWN-${refused}` });
      expect(await historyOf(adoptions[payments.indexOf(refused)]!.billingId)).toMatchObject({ state: 'completed' });
    },
  );

  test('A-05 one transaction for two payments of one adoption counts once', async () => {
    const logged = vi.spyOn(console, 'error').mockReturnValue();
    const { scope, request, billingId, course } = await held();
    await payForAdoption(scope, request, { provider: pending });
    const first = await paymentOf(billingId);
    await failed(first);
    const paid = await payForAdoption(scope, request, { provider: makeProvider() });
    const after = await historyOf(billingId);
    const transactionId = paid.ok ? paid.transactionId : '';
    expect(await report(pending, { paymentId: first, status: 'captured', transactionId })).toBe(true);
    expect(await historyOf(billingId)).toEqual(after);
    expect(await fullLedger(course.id)).toMatchObject({ adopted: 2, completed: 2, held: 0 });
    logged.mockRestore();
  });

  test('A-05 a response with the transaction of another payment does not pay for this one', async () => {
    const logged = vi.spyOn(console, 'error').mockReturnValue();
    const [theirs, mine] = [await held(), await held()];
    const paid = await payForAdoption(theirs.scope, theirs.request, { provider: makeProvider() });
    const transactionId = paid.ok ? paid.transactionId : '';
    const confused = makeProvider(({ amountPaise }) => ({
      status: 'captured',
      providerRef: null,
      captures: [captureOf(transactionId, amountPaise)],
    }));
    expect(await payForAdoption(mine.scope, mine.request, { provider: confused })).toEqual({
      ok: false,
      code: 'payment.failed',
    });
    expect(await historyOf(mine.billingId)).toMatchObject({ state: 'held', payments: [{ status: 'started' }] });
    logged.mockRestore();
  });

  test('A-05 a missing payment, or one of another provider, is unknown', async () => {
    const { scope, request, billingId } = await held();
    await payForAdoption(scope, request, { provider: pending });
    const paymentId = await paymentOf(billingId);
    const other = { ...pending, name: 'another' };
    const notice = { status: 'captured', transactionId: 'T' } as const;
    expect(await report(other, { ...notice, paymentId })).toBe(false);
    expect(await report(pending, { ...notice, paymentId: crypto.randomUUID() })).toBe(false);
    expect(await historyOf(billingId)).toMatchObject({ state: 'held', payments: [{ status: 'started' }] });
  });
});
