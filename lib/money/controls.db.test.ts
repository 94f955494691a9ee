import { beforeAll, describe, expect, test } from 'vitest';
import { sql } from '@/db/client';
import { databaseErrorOf } from '@/db/errors';
import { releaseExpiredHolds } from '@/lib/adoption/take/mutations';
import { endWindow, fullLedger } from '@/testing/db/adoption';
import { waitForLocks } from '@/testing/db/locks';
import { withoutGuards } from '@/testing/db/guards';
import { queueUp } from '@/testing/db/queue-up';
import { useClient, usePool, useTestDatabase } from '@/testing/db/database';
import { makeCourse, type CourseRow } from '@/testing/db/factories';
import { makeSponsorAccount } from '@/testing/db/identity';
import { captureOf } from '@/testing/payment/capture';
import { historyOf, makeProvider, prepareProcessPayment } from '@/testing/db/payment';
import { beginValues, payForAdoption } from './mutations';
import { beginPayment, settlePayment, type SettleValues } from './statements';

/*
 * Control tests: each guard of the two statements is removed in turn, in a database without the constraints that would
 * also prevent the error. All statements start while another transaction holds the row lock, so each reads before any
 * of them writes: the race occurs in every run.
 */
useTestDatabase();
const payers = useClient(20).db;
const holder = usePool(1);
beforeAll(async () => {
  for (const constraint of ['courses_seats_not_oversold', 'courses_held_seats_range'])
    await sql()`alter table courses drop constraint ${sql()(constraint)}`;
  await sql()`alter table payments drop constraint payments_transaction_id_unique`;
});

const BILLING_LOCK = ' for no key update of "billings"';
const PAYMENT_LOCK = ' for no key update of "payments"';
const COURSE_LOCK = 'order by "courses"."id" for no key update of "courses"';

type Adoption = Awaited<ReturnType<typeof prepareProcessPayment>>;
const prepare = async (lines: { course: CourseRow; seats: number }[]) =>
  prepareProcessPayment(lines, await makeSponsorAccount());

const beginOf = ({ scope, request }: Adoption) =>
  beginPayment(payers, beginValues(scope, request, { provider: makeProvider(), key: null }));

const amounts = new Map<string, number>();

/** Starts a payment that stays open. Returns its id. */
async function begin({ scope, request, billingId }: Adoption): Promise<string> {
  await payForAdoption(scope, request, { provider: makeProvider(() => ({ status: 'pending' })) });
  const { id } = (await historyOf(billingId)).payments.at(-1)!;
  amounts.set(id, request.totalPaise);
  return id;
}
const settleAs = (values: SettleValues) =>
  settlePayment(payers, values).then(
    () => null,
    (error: unknown) => databaseErrorOf(error).code,
  );
const settleOf = (paymentId: string) =>
  settleAs({
    paymentId,
    provider: 'test',
    status: 'captured',
    capture: captureOf(`TEST-${paymentId}`, amounts.get(paymentId)!),
  });

/** Makes calls that wait for this row until the last one does. Returns the SQLSTATEs of failures. */
async function atOnce(calls: readonly (() => Promise<unknown>)[], ...row: [string, string]) {
  const results = await queueUp(holder, row, calls, 'select');
  return results.flatMap((result) => {
    const code = result.status === 'fulfilled' ? result.value : databaseErrorOf(result.reason).code;
    return typeof code === 'string' ? [code] : [];
  });
}

describe('twenty concurrent requests to pay for one hold', () => {
  const press = async () => {
    const adoption = await prepare([{ course: await makeCourse(), seats: 1 }]);
    const calls = Array.from({ length: 20 }, () => () => beginOf(adoption));
    const failed = await atOnce(calls, 'billings', adoption.billingId);
    return { failed, payments: (await historyOf(adoption.billingId)).payments.length };
  };

  test('one payment is created', async () => {
    expect(await press()).toEqual({ failed: [], payments: 1 });
  });

  test('control: without the unique index of open payments twenty are created', async () => {
    await sql()`drop index payments_one_open`;
    expect(await press()).toEqual({ failed: [], payments: 20 });
    await sql()`delete from payments`;
    await sql()`create unique index payments_one_open on payments (billing_id) where status in ('started', 'captured')`;
  });
});

describe('a payment of a hold that is being released', () => {
  const race = async ({ billingId, ...adoption }: Adoption) => {
    let payment: Promise<unknown> | undefined;
    await holder.begin(async (held) => {
      await held`update billings set state = 'expired' where id = ${billingId}`;
      payment = beginOf({ billingId, ...adoption });
      // Without its lock, the statement waits where it changes the adoption.
      await waitForLocks(sql(), 1, 'earlier_payment as');
    });
    await payment;
    return (await historyOf(billingId)).payments.length;
  };
  const oneSeat = async () => prepare([{ course: await makeCourse(), seats: 1 }]);

  test('is not created', async () => {
    expect(await race(await oneSeat())).toBe(0);
  });

  test('control: without the lock on the adoption it is created', async () => {
    const adoption = await oneSeat();
    expect(await withoutGuards([[BILLING_LOCK]], () => race(adoption))).toBe(1);
  });
});

describe('a payment that is settled twenty times', () => {
  const scene = async () => {
    const course = await makeCourse();
    const adoption = await prepare([{ course, seats: 2 }]);
    const paymentId = await begin(adoption);
    return { course, adoption, calls: Array.from({ length: 20 }, () => () => settleOf(paymentId)) };
  };

  test('its seats are adopted once', async () => {
    const { course, adoption, calls } = await scene();
    await atOnce(calls, 'billings', adoption.billingId);
    expect(await fullLedger(course.id)).toMatchObject({ adopted: 2, held: 0, completed: 2 });
  });

  test('control: without the locks on adoption and payments they are adopted twenty times', async () => {
    const { course, calls } = await scene();
    await withoutGuards([[BILLING_LOCK], [PAYMENT_LOCK]], () => atOnce(calls, 'courses', course.id));
    expect(await fullLedger(course.id)).toMatchObject({ adopted: 40, held: -38, completed: 2 });
  });
});

/** Open payments whose holds expired and whose seats were released. */
async function late(many: number, lines: (n: number) => { course: CourseRow; seats: number }[]) {
  const adoptions: (Adoption & { payment: string })[] = [];
  for (let n = 0; n < many; n++) {
    const adoption = await prepare(lines(n));
    adoptions.push({ ...adoption, payment: await begin(adoption) });
    await endWindow(adoption.billingId);
    await releaseExpiredHolds();
  }
  return adoptions;
}
const settlementsOf = (adoptions: readonly { payment: string }[]) =>
  adoptions.map(
    ({ payment }) =>
      () =>
        settleOf(payment),
  );

describe('late payments of six sponsors for the last five seats', () => {
  const settle = async (guards: Parameters<typeof withoutGuards>[0] = []) => {
    const course = await makeCourse({ totalSeats: 5 });
    const adoptions = await late(6, () => [{ course, seats: 1 }]);
    await withoutGuards(guards, () => atOnce(settlementsOf(adoptions), 'courses', course.id));
    const states = await Promise.all(adoptions.map(async ({ billingId }) => (await historyOf(billingId)).state));
    return { ...(await fullLedger(course.id)), refunds: states.filter((state) => state === 'refund_due').length };
  };

  test('five get them, one is due for refund', async () => {
    expect(await settle()).toMatchObject({ adopted: 5, completed: 5, refunds: 1 });
  });

  test('control: without the lock on the courses all six get them, and the counters are wrong', async () => {
    expect(await settle([[COURSE_LOCK]])).toMatchObject({ adopted: 1, completed: 6, refunds: 0 });
  });

  test('control: without the check for available seats all six get them', async () => {
    const check = "when outcome.effect <> 'adopt' or availability.is_free then 'paid'";
    expect(await settle([[check, "when true then 'paid'"]])).toMatchObject({ adopted: 6, completed: 6, refunds: 0 });
  });
});

describe('late payments for two courses in opposite orders', () => {
  const settle = async (guards: Parameters<typeof withoutGuards>[0] = []) => {
    const courses = [await makeCourse(), await makeCourse()].toSorted((a, b) => (a.id < b.id ? -1 : 1));
    const lines = courses.map((course) => ({ course, seats: 1 }));
    const adoptions = await late(2, (n) => (n ? lines.toReversed() : lines));
    return withoutGuards(guards, () => atOnce(settlementsOf(adoptions), 'courses', courses[0]!.id));
  };

  test('the courses are locked in one order', async () => {
    expect(await settle()).toEqual([]);
  });

  test('control: in the order of their lines they deadlock', async () => {
    const byLine = 'order by "billing_items"."position" for no key update of "courses"';
    expect(await settle([[COURSE_LOCK, byLine]])).toEqual(['40P01']);
  });
});

describe('a refused payment that is captured later while another one is open', () => {
  const settle = async (guards: Parameters<typeof withoutGuards>[0] = []) => {
    const adoption = await prepare([{ course: await makeCourse(), seats: 1 }]);
    const payment = await begin(adoption);
    await settleAs({ paymentId: payment, provider: 'test', status: 'failed' });
    await begin(adoption);
    const failed = await withoutGuards(guards, () => settleOf(payment));
    return [failed, ...(await historyOf(adoption.billingId)).payments.map(({ status }) => status)];
  };

  test('the other one becomes failed', async () => {
    expect(await settle()).toEqual([null, 'captured', 'failed']);
  });

  test('control: without that the captured payment cannot be recorded', async () => {
    const stop = "where decision.event = 'paid' and";
    expect(await settle([[stop, 'where false and']])).toEqual(['23505', 'failed', 'started']);
  });
});
