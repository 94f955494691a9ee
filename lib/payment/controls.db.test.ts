import type { Sql } from 'postgres';
import { beforeAll, describe, expect, test } from 'vitest';
import { sql } from '@/db/client';
import { releaseExpiredHolds } from '@/lib/adoption/mutations';
import { endWindow, fullLedger } from '@/testing/db/adoption';
import { waitForLocks } from '@/testing/db/locks';
import { outcomesOf, queueUp } from '@/testing/db/queue-up';
import { usePool, useTestDatabase } from '@/testing/db/database';
import { makeCourse, type CourseRow } from '@/testing/db/factories';
import { makeSponsorAccount } from '@/testing/db/identity';
import { captureOf } from '@/testing/payment/capture';
import { historyOf, makeProvider, prepareProcessPayment } from '@/testing/db/payment';
import { swap, without } from '@/testing/db/statements';
import { beginValues, payForAdoption } from './mutations';
import { BEGIN_PAYMENT, beginParameters, SETTLE_PAYMENT, settleParameters } from './statements';

/*
 * Control tests: each guard of the two statements is removed in turn, in a database without the constraints that would
 * also prevent the error. All statements start while another transaction holds the row lock, so each reads before any
 * of them writes: the race occurs in every run.
 */
useTestDatabase();
const payers = usePool(20);
const holder = usePool(1);
beforeAll(async () => {
  for (const constraint of ['courses_seats_not_oversold', 'courses_held_seats_range'])
    await sql()`alter table courses drop constraint ${sql()(constraint)}`;
  await sql()`alter table payments drop constraint payments_transaction_id_unique`;
});

const BILLING_LOCK = 'for no key update of b),\n     tried ';
/** Prolonging the hold would wait for its row as well. */
const PROLONGS = "where b.id = g.billing_id and b.state = 'held'";
const PAYMENT_LOCK = 'order by p.id for no key update of p';
const COURSE_LOCK = 'order by c.id for no key update of c';
const STOP = "where s.event = 'paid' and p.id <> $1::uuid";

type Adoption = Awaited<ReturnType<typeof prepareProcessPayment>>;
const prepare = async (lines: { course: CourseRow; seats: number }[]) =>
  prepareProcessPayment(lines, await makeSponsorAccount());

const beginOf = ({ scope, request }: Adoption) =>
  beginParameters(beginValues(scope, request, { provider: makeProvider(), key: null }));

const amounts = new Map<string, number>();

/** Starts a payment that stays open. Returns its id. */
async function begin({ scope, request, billingId }: Adoption): Promise<string> {
  await payForAdoption(scope, request, { provider: makeProvider(() => ({ status: 'pending' })) });
  const { id } = (await historyOf(billingId)).payments.at(-1)!;
  amounts.set(id, request.totalPaise);
  return id;
}
const settleOf = (paymentId: string) =>
  settleParameters({
    paymentId,
    provider: 'test',
    status: 'captured',
    capture: captureOf(`TEST-${paymentId}`, amounts.get(paymentId)!),
  });

/** Runs a statement with each of these values; they wait for this row until the last one does. Returns the SQLSTATEs of failures. */
async function atOnce(statement: string, all: readonly Parameters<Sql['unsafe']>[1][], ...row: [string, string]) {
  const calls = all.map((values) => () => payers.unsafe(statement, values).execute());
  return outcomesOf(await queueUp(holder, row, calls, 'select')).filter((outcome) => typeof outcome === 'string');
}

describe('twenty concurrent requests to pay for one hold', () => {
  const press = async () => {
    const adoption = await prepare([{ course: await makeCourse(), seats: 1 }]);
    const failed = await atOnce(BEGIN_PAYMENT, Array(20).fill(beginOf(adoption)), 'billings', adoption.billingId);
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
  const race = async (statement: string) => {
    const adoption = await prepare([{ course: await makeCourse(), seats: 1 }]);
    let payment: Promise<unknown> | undefined;
    await holder.begin(async (held) => {
      await held`update billings set state = 'expired' where id = ${adoption.billingId}`;
      payment = payers.unsafe(statement, beginOf(adoption)).execute();
      if (statement === BEGIN_PAYMENT) await waitForLocks(sql(), 1, 'keyed   as');
      else await payment;
    });
    await payment;
    return (await historyOf(adoption.billingId)).payments.length;
  };

  test('is not created', async () => {
    expect(await race(BEGIN_PAYMENT)).toBe(0);
  });

  test('control: without the lock on the adoption it is created', async () => {
    expect(await race(swap(swap(BEGIN_PAYMENT, BILLING_LOCK, '),\n     tried '), PROLONGS, 'where false'))).toBe(1);
  });
});

describe('a payment that is settled twenty times', () => {
  const settle = async (statement: string) => {
    const course = await makeCourse();
    const adoption = await prepare([{ course, seats: 2 }]);
    const values = settleOf(await begin(adoption));
    const guarded = statement === SETTLE_PAYMENT;
    const [table, id] = guarded ? ['billings', adoption.billingId] : ['courses', course.id];
    await atOnce(statement, Array(20).fill(values), table!, id!);
    return fullLedger(course.id);
  };

  test('its seats are adopted once', async () => {
    expect(await settle(SETTLE_PAYMENT)).toMatchObject({ adopted: 2, held: 0, completed: 2 });
  });

  test('control: without the locks on adoption and payments they are adopted twenty times', async () => {
    const unlocked = without(swap(SETTLE_PAYMENT, BILLING_LOCK, '),\n     tried '), PAYMENT_LOCK);
    expect(await settle(unlocked)).toMatchObject({ adopted: 40, held: -38, completed: 2 });
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

describe('late payments of six sponsors for the last five seats', () => {
  const settle = async (statement: string) => {
    const course = await makeCourse({ totalSeats: 5 });
    const adoptions = await late(6, () => [{ course, seats: 1 }]);
    const values = adoptions.map(({ payment }) => settleOf(payment));
    await atOnce(statement, values, 'courses', course.id);
    const states = await Promise.all(adoptions.map(async ({ billingId }) => (await historyOf(billingId)).state));
    return { ...(await fullLedger(course.id)), refunds: states.filter((state) => state === 'refund_due').length };
  };

  test('five get them, one is due for refund', async () => {
    expect(await settle(SETTLE_PAYMENT)).toMatchObject({ adopted: 5, completed: 5, refunds: 1 });
  });

  test('control: without the lock on the courses all six get them, and the counters are wrong', async () => {
    expect(await settle(without(SETTLE_PAYMENT, COURSE_LOCK))).toMatchObject({ adopted: 1, completed: 6, refunds: 0 });
  });

  test('control: without the check for available seats all six get them', async () => {
    const unchecked = swap(SETTLE_PAYMENT, "when j.effect <> 'adopt' or k.free then 'paid'", "when true then 'paid'");
    expect(await settle(unchecked)).toMatchObject({ adopted: 6, completed: 6, refunds: 0 });
  });
});

describe('late payments for two courses in opposite orders', () => {
  const settle = async (statement: string) => {
    const courses = [await makeCourse(), await makeCourse()].toSorted((a, b) => (a.id < b.id ? -1 : 1));
    const lines = courses.map((course) => ({ course, seats: 1 }));
    const adoptions = await late(2, (n) => (n ? lines.toReversed() : lines));
    const values = adoptions.map(({ payment }) => settleOf(payment));
    return atOnce(statement, values, 'courses', courses[0]!.id);
  };

  test('the courses are locked in one order', async () => {
    expect(await settle(SETTLE_PAYMENT)).toEqual([]);
  });

  test('control: in the order of their lines they deadlock', async () => {
    const byLine = swap(SETTLE_PAYMENT, COURSE_LOCK, 'order by i.position for no key update of c');
    expect(await settle(byLine)).toEqual(['40P01']);
  });
});

describe('a refused payment that is captured later while another one is open', () => {
  const settle = async (statement: string) => {
    const adoption = await prepare([{ course: await makeCourse(), seats: 1 }]);
    const payment = await begin(adoption);
    await payers.unsafe(SETTLE_PAYMENT, settleParameters({ paymentId: payment, provider: 'test', status: 'failed' }));
    await begin(adoption);
    const failed = await payers.unsafe(statement, settleOf(payment)).then(
      () => null,
      (error: { code: string }) => error.code,
    );
    return [failed, ...(await historyOf(adoption.billingId)).payments.map(({ status }) => status)];
  };

  test('the other one becomes failed', async () => {
    expect(await settle(SETTLE_PAYMENT)).toEqual([null, 'captured', 'failed']);
  });

  test('control: without that the captured payment cannot be recorded', async () => {
    expect(await settle(swap(SETTLE_PAYMENT, STOP, `${STOP} and false`))).toEqual(['23505', 'failed', 'started']);
  });
});
