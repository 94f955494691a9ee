import { beforeEach, describe, expect, test, vi } from 'vitest';
import { sql } from '@/db/client';
import { releaseExpiredHolds } from '@/lib/adoption/take/mutations';
import type { Message } from '@/lib/delivery/schema';
import type { MessageTransport } from '@/lib/delivery/transport';
import { sendDueMessages } from '@/lib/notifications/mutations';
import { issuePaper } from '@/lib/documents/papers/mutations';
import { findBookProblems, findMessageProblems } from '@/scripts/lib/books';
import { useClient, useTestDatabase } from '@/testing/db/database';
import { makeCourse } from '@/testing/db/factories';
import { makeSponsorAccount } from '@/testing/db/identity';
import { historyOf, prepareProcessPayment } from '@/testing/db/payment';
import { withoutGuards } from '@/testing/db/guards';
import { captureOf } from '@/testing/payment/capture';
import { makeGateway, refundState } from '@/testing/payment/gateway';
import { payForAdoption } from './mutations';
import { handleNotice } from './notices';
import { claimRefund } from './refund-statements';
import { sendRefunds } from './refunds';
import { settle } from './settle';

useTestDatabase();
const here = useClient(20);
const there = useClient(20);
let errors: ReturnType<typeof vi.spyOn>;
beforeEach(() => {
  const warnings = vi.spyOn(console, 'warn').mockReturnValue();
  errors = vi.spyOn(console, 'error').mockReturnValue();
  return async () => {
    warnings.mockRestore();
    errors.mockRestore();
    expect([...(await findBookProblems()), ...(await findMessageProblems())]).toEqual([]);
    // Each test has its own gateway, which does not know the refunds of the others.
    await sql()`update payment_refunds set next_try_at = null`;
  };
});

type Gateway = ReturnType<typeof makeGateway>;

/** A paid adoption whose sponsor paid once more, of ₹2,50,000. */
async function paidTwice({ gateway = makeGateway(), extra = {} as Partial<{ amountPaise: number }> } = {}) {
  const course = await makeCourse({ totalSeats: 5 });
  const { scope, request, billingId } = await prepareProcessPayment([{ course, seats: 2 }], await makeSponsorAccount());
  await payForAdoption(scope, request, { provider: gateway.provider });
  const paymentId = (await historyOf(billingId)).payments[0]!.id;
  const first = gateway.pay(paymentId);
  const second = gateway.pay(paymentId, extra);
  for (const capture of [first, second])
    await settle({ paymentId, provider: gateway.provider.name, status: 'captured', capture });
  return { billingId, gateway, first, second };
}

const refundsOf = (billingId: string) => sql()`
  select r.id, r.reason, r.state, r.tries, r.failure_reason, r.refund_ref, r.next_try_at is not null as again, r.amount_paise::float8 as amount
    from payment_refunds r where r.billing_id = ${billingId} order by r.due_at, r.id`;
const onlyRefund = async (billingId: string) => {
  const rows = await refundsOf(billingId);
  expect(rows).toHaveLength(1);
  return rows[0]!;
};
const moneyOf = async (billingId: string) => {
  const [row] = await sql()`
    select b.state, b.refunded_paise::float8 as refunded,
           (select count(*)::int from refunds r where r.billing_id = b.id and r.state = 'done') as entries,
           (select count(*)::int from outbound_messages m where m.billing_id = b.id and m.kind = 'refunded') as messages
      from billings b where b.id = ${billingId}`;
  return row!;
};
const PAID_BACK = { state: 'completed', refunded: 2_50_000_00, entries: 1, messages: 1 };
const NOT_YET = { state: 'completed', refunded: 0, entries: 0, messages: 0 };
const due = () => sql()`update payment_refunds set next_try_at = now() where next_try_at is not null`;
const send = async ({ named }: Gateway, { db: database } = here) => {
  await due();
  return sendRefunds({ named, database });
};

describe('the job', () => {
  test('sends a refund; it is entered as paid back, with event and message', async () => {
    const { billingId, gateway, second } = await paidTwice();
    expect(await send(gateway)).toBe(1);
    const refund = await onlyRefund(billingId);
    expect(refund).toMatchObject({ reason: 'paid_again', state: 'processed', tries: 1, again: false });
    expect([...gateway.refunds.values()]).toMatchObject([
      { refundId: refund.id, transactionId: second.transactionId, amountPaise: 2_50_000_00 },
    ]);
    expect(await moneyOf(billingId)).toEqual(PAID_BACK);
    expect((await historyOf(billingId)).events.at(-1)).toBe('refund_confirmed:provider');
    expect(await send(gateway)).toBe(0);
  });

  test('several jobs at once, from two pools, send each refund once', async () => {
    const gateway = makeGateway();
    const adoptions = await Promise.all(Array.from({ length: 6 }, () => paidTwice({ gateway })));
    const run = async () => {
      gateway.control.calls.length = 0;
      await due();
      const jobs = Array.from({ length: 6 }, (_, job) =>
        sendRefunds({ named: gateway.named, database: (job % 2 ? here : there).db }),
      );
      return (await Promise.all(jobs)).reduce((sum, sent) => sum + sent, 0);
    };
    gateway.control.refundsLater = 'no_balance';
    expect(await run()).toBe(6);
    expect(gateway.control.calls).toHaveLength(6);
    gateway.control.refundsLater = null;
    expect(await run()).toBe(6);
    expect(gateway.control.calls).toHaveLength(6);
    expect(gateway.refunds.size).toBe(6);
    for (const { billingId } of adoptions) expect(await moneyOf(billingId)).toEqual(PAID_BACK);
  });

  test('a run has a limited time, and the next one continues', async () => {
    const gateway = makeGateway();
    for (let n = 0; n < 4; n++) await paidTwice({ gateway });
    await due();
    let clock = 0;
    const now = vi.spyOn(performance, 'now').mockImplementation(() => clock);
    const { refund } = gateway.provider;
    gateway.provider.refund = (request) => {
      clock += 3000;
      return refund(request);
    };
    const runs = [];
    for (let run = 0; run < 3; run++) runs.push(await sendRefunds({ named: gateway.named, database: here.db }));
    now.mockRestore();
    expect(runs).toEqual([3, 1, 0]);
    expect(gateway.refunds.size).toBe(4);
  });

  test('a claim skips the row that another job has', async () => {
    const { billingId } = await paidTwice();
    const { id } = await onlyRefund(billingId);
    const claim = () =>
      here.sql.begin(async (first) => {
        await first`select from payment_refunds where id = ${id} for no key update`;
        return there.db.transaction(async (second) => {
          await second.execute(`set local lock_timeout = '200ms'`);
          return { claimed: await claimRefund(second) };
        });
      });
    expect(await claim()).toEqual({ claimed: undefined });
    await expect(withoutGuards([[' skip locked']], claim)).rejects.toMatchObject({
      cause: { message: expect.stringContaining('lock timeout') as string },
    });
  });

  test('no balance, an unreachable gateway, a lost answer: again later with the same key', async () => {
    const { billingId, gateway } = await paidTwice();
    gateway.control.refundsLater = 'no_balance';
    await send(gateway);
    expect(await onlyRefund(billingId)).toMatchObject({ state: 'due', failure_reason: 'no_balance', again: true });
    gateway.control.refundsLater = null;
    gateway.control.unreachable = true;
    await send(gateway);
    expect(await onlyRefund(billingId)).toMatchObject({ state: 'due', failure_reason: 'unreachable', tries: 2 });
    gateway.control.unreachable = false;
    gateway.control.losesAnswers = true;
    await send(gateway);
    expect(await moneyOf(billingId)).toEqual(NOT_YET);
    gateway.control.losesAnswers = false;
    await send(gateway);
    expect(gateway.refunds.size).toBe(1);
    expect(await moneyOf(billingId)).toEqual(PAID_BACK);
  });

  test('the pauses grow from 2 minutes to 512', async () => {
    const { billingId, gateway } = await paidTwice();
    gateway.control.refundsLater = 'no_balance';
    const pauses: number[] = [];
    for (let tries = 0; tries < 11; tries++) {
      await send(gateway);
      const [row] = await sql()<{ minutes: number }[]>`
        select round(extract(epoch from next_try_at - now()) / 60)::int as minutes from payment_refunds where billing_id = ${billingId}`;
      pauses.push(row!.minutes);
    }
    expect(pauses).toEqual([2, 4, 8, 16, 32, 64, 128, 256, 512, 512, 512]);
  });

  test('a pending refund is asked about until the gateway has finished it', async () => {
    const { billingId, gateway } = await paidTwice();
    gateway.control.refundsBegin = 'pending';
    await send(gateway);
    await send(gateway);
    const { id } = await onlyRefund(billingId);
    expect(await onlyRefund(billingId)).toMatchObject({ state: 'pending', again: true });
    gateway.finishRefund(id, 'processed');
    await send(gateway);
    expect(gateway.control.calls.slice(-3)).toEqual(['refund', 'enquireRefund', 'enquireRefund']);
    expect(await moneyOf(billingId)).toEqual(PAID_BACK);
  });

  test('a failed refund is not repeated, and is logged', async () => {
    const { billingId, gateway } = await paidTwice();
    gateway.control.refundsBegin = 'failed';
    await send(gateway);
    expect(await onlyRefund(billingId)).toMatchObject({ state: 'failed', failure_reason: 'failed', again: false });
    expect(errors.mock.calls.flat().join()).toContain('payment_refund_failed');
    expect(await send(gateway)).toBe(0);
    expect(await moneyOf(billingId)).toEqual(NOT_YET);
  });

  test('a day without success is logged', async () => {
    const { billingId, gateway } = await paidTwice();
    gateway.control.refundsLater = 'no_balance';
    await send(gateway);
    expect(errors.mock.calls.flat().join()).not.toContain('payment_refund_late');
    await sql()`update payment_refunds set due_at = now() - interval '25 hours' where billing_id = ${billingId}`;
    await send(gateway);
    expect(errors.mock.calls.flat().join()).toContain('payment_refund_late');
  });

  test('money of another amount never counted as received, so its refund does not count as paid back', async () => {
    const { billingId, gateway } = await paidTwice({ extra: { amountPaise: 100_00 } });
    await send(gateway);
    expect(await onlyRefund(billingId)).toMatchObject({ state: 'processed', amount: 100_00 });
    expect(await moneyOf(billingId)).toEqual(NOT_YET);
  });
});

describe('notices', () => {
  const processed = refundState('processed', 'gateway_refund_x');

  test('a refund is found by our id before its answer, and by the id of the gateway after it', async () => {
    const { billingId, gateway, second } = await paidTwice();
    const { id } = await onlyRefund(billingId);
    const ref = `ref_${id}`;
    const notice = (status: 'pending' | 'processed' | 'failed', own: string | null) =>
      handleNotice(
        gateway.provider,
        gateway.refunded(second.transactionId, second.amountPaise, refundState(status, ref), own),
      );
    await notice('pending', id);
    expect(await onlyRefund(billingId)).toMatchObject({ state: 'pending', refund_ref: ref });
    await notice('processed', null);
    expect(await moneyOf(billingId)).toEqual(PAID_BACK);
    // Late ones change nothing.
    await notice('pending', null);
    await notice('failed', id);
    expect(await onlyRefund(billingId)).toMatchObject({ state: 'processed' });
    expect(await moneyOf(billingId)).toEqual(PAID_BACK);
  });

  test('job and notices at once enter it once', async () => {
    const gateway = makeGateway();
    const adoptions = await Promise.all(Array.from({ length: 5 }, () => paidTwice({ gateway })));
    await due();
    const notices = await Promise.all(
      adoptions.map(async ({ billingId, second }) => {
        const { id } = await onlyRefund(billingId);
        const state = refundState('processed', `gateway_refund_${id}`);
        return [id, null].map((own) => gateway.refunded(second.transactionId, second.amountPaise, state, own));
      }),
    );
    await Promise.all([
      ...[here, there, here].map(({ db: database }) => sendRefunds({ named: gateway.named, database })),
      ...notices.flat().map((each, n) => handleNotice(gateway.provider, each, { database: (n % 2 ? here : there).db })),
    ]);
    for (const { billingId } of adoptions) {
      expect(await onlyRefund(billingId)).toMatchObject({ state: 'processed' });
      expect(await moneyOf(billingId)).toEqual(PAID_BACK);
    }
  });

  test('job, notices and senders of two instances at once: one credit note, in one e-mail', async () => {
    const gateway = makeGateway();
    const { billingId, second } = await paidTwice({ gateway });
    await sql()`update outbound_messages set sent_at = now() where sent_at is null`;
    // Documents go to confirmed addresses only.
    await sql()`update users set email_verified_at = now()`;
    const { id } = await onlyRefund(billingId);
    const state = refundState('processed', `gateway_refund_${id}`);
    const mails: Message[] = [];
    const transport: MessageTransport = {
      send: async (message) => {
        mails.push(message);
        return { ok: true };
      },
    };
    await due();
    const everything = () =>
      Promise.all([
        ...[here, there].map(({ db: database }) => sendRefunds({ named: gateway.named, database })),
        ...[here, there].map(({ db: database }) =>
          handleNotice(gateway.provider, gateway.refunded(second.transactionId, second.amountPaise, state, id), {
            database,
          }),
        ),
        ...[here, there].map(({ db: database }) => sendDueMessages(undefined, database, transport)),
      ]);
    await everything();
    await everything();
    // Whoever opens it later finds the same one.
    await Promise.all(
      [here, there, here, there].map(({ db: database }) =>
        issuePaper({ kind: 'credit_note', billingId, source: id }, { database }),
      ),
    );
    expect(mails.map(({ attachments }) => attachments?.map(({ fileName }) => fileName))).toEqual([
      [expect.stringMatching(/^CN-.*\.pdf$/)],
    ]);
    expect(
      await sql()`select kind, revision from papers where billing_id = ${billingId} and kind = 'credit_note'`,
    ).toEqual([{ kind: 'credit_note', revision: 1 }]);
  });

  test('a refund made in the dashboard of the gateway is recorded once, whatever comes first', async () => {
    const { billingId, gateway, first, second } = await paidTwice();
    // Of the amount that is due: the job does not send it once more.
    const instead = refundState('processed', `dash_${second.transactionId}`);
    await handleNotice(gateway.provider, gateway.refunded(second.transactionId, second.amountPaise, instead));
    expect(await send(gateway)).toBe(0);
    expect(await moneyOf(billingId)).toEqual(PAID_BACK);
    // Another one, of a part of the payment that paid for the seats.
    const part = refundState('pending', `dash_${first.transactionId}`);
    const done = refundState('processed', part.refundRef);
    const notices = [part, done].map((state) => gateway.refunded(first.transactionId, 1_000_00, state));
    await Promise.all(
      [...notices, ...notices].map((each, n) =>
        handleNotice(gateway.provider, each, { database: (n % 2 ? here : there).db }),
      ),
    );
    expect(await refundsOf(billingId)).toMatchObject([
      { state: 'processed' },
      { reason: 'dashboard', state: 'processed' },
    ]);
    // Money of the seats is missing now.
    expect(await moneyOf(billingId)).toEqual({ state: 'pledged', refunded: 2_51_000_00, entries: 2, messages: 2 });
  });

  test('failed ones of the dashboard and those of foreign payments change nothing', async () => {
    const { billingId, gateway, second } = await paidTwice();
    const failed = refundState('failed', `dash_${second.transactionId}`);
    await handleNotice(gateway.provider, gateway.refunded(second.transactionId, second.amountPaise, failed));
    await handleNotice(gateway.provider, gateway.refunded('pay_of_others', 100, processed));
    expect(await onlyRefund(billingId)).toMatchObject({ state: 'due', refund_ref: null });
  });

  test('a refund that comes before the capture of its payment is recorded once the capture is known', async () => {
    const course = await makeCourse({ totalSeats: 5 });
    const { scope, request, billingId } = await prepareProcessPayment(
      [{ course, seats: 2 }],
      await makeSponsorAccount(),
    );
    const gateway = makeGateway();
    await payForAdoption(scope, request, { provider: gateway.provider });
    const paymentId = (await historyOf(billingId)).payments[0]!.id;
    const [paid, again] = [gateway.pay(paymentId), gateway.pay(paymentId)];
    await handleNotice(gateway.provider, gateway.refundInDashboard(again.transactionId, again.amountPaise));
    expect(await sql()`select outcome from payment_notices where gateway_id = ${again.transactionId}`).toEqual([
      { outcome: 'unknown' },
    ]);
    expect(await send(gateway)).toBe(0);
    for (const capture of [paid, again])
      await settle({ paymentId, provider: gateway.provider.name, status: 'captured', capture });
    // What is due has been paid back: the job must not send it, also if it cannot ask at first.
    gateway.control.unreachable = true;
    await Promise.all([here, there].map(({ db: database }) => sendRefunds({ named: gateway.named, database })));
    gateway.control.unreachable = false;
    await Promise.all([here, there].map((client) => send(gateway, client)));
    expect(gateway.refunds.size).toBe(1);
    expect(await onlyRefund(billingId)).toMatchObject({ state: 'processed', reason: 'paid_again' });
    expect(await moneyOf(billingId)).toEqual(PAID_BACK);
    expect(await sql()`select outcome from payment_notices where gateway_id = ${again.transactionId}`).toEqual([
      { outcome: 'settled' },
    ]);
  });

  test('a dispute is kept', async () => {
    const { gateway, first } = await paidTwice();
    for (const isOver of [false, true])
      await handleNotice(gateway.provider, gateway.disputed(first.transactionId, isOver));
    expect(
      await sql()`select outcome from payment_notices where gateway_id = ${first.transactionId} order by received_at`,
    ).toEqual([{ outcome: 'disputed' }, { outcome: 'dispute_over' }]);
  });
});

test('money that came too late: the adoption is refunded', async () => {
  const gateway = makeGateway();
  const course = await makeCourse({ totalSeats: 2 });
  const { scope, request, billingId } = await prepareProcessPayment([{ course, seats: 2 }], await makeSponsorAccount());
  await payForAdoption(scope, request, { provider: gateway.provider });
  const paymentId = (await historyOf(billingId)).payments[0]!.id;
  await sql()`update billings set hold_expires_at = now() - interval '1 minute' where id = ${billingId}`;
  await sql()`update courses set is_open = false where id = ${course.id}`;
  await releaseExpiredHolds();
  const capture = captureOf(`late_${paymentId}`, 2_50_000_00);
  await settle({ paymentId, provider: gateway.provider.name, status: 'captured', capture });
  expect(await moneyOf(billingId)).toMatchObject({ state: 'refund_due' });
  await send(gateway);
  expect(await moneyOf(billingId)).toEqual({ ...PAID_BACK, state: 'refunded' });
  expect((await historyOf(billingId)).events.slice(-2)).toEqual(['refund_confirmed:provider', 'refunded:provider']);
});
