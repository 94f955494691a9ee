import postgres from 'postgres';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { sql } from '@/db/client';
import { holdSeats, releaseExpiredHolds } from '@/lib/adoption/take/mutations';
import { endWindow, fullLedger, prepareHold, runIntoDeadlock } from '@/testing/db/adoption';
import { waitForLocks } from '@/testing/db/locks';
import { useClient, useTestDatabase } from '@/testing/db/database';
import { makeCourse, type CourseRow } from '@/testing/db/factories';
import { makeSponsorAccount } from '@/testing/db/identity';
import { historyOf, makeLatch, makeProvider, prepareProcessPayment } from '@/testing/db/payment';
import { beginValues, payForAdoption, type PaymentOutcome } from './mutations';
import { beginPayment } from './statements';

const { url } = useTestDatabase();
// Two application instances, which share only the database. 40 connections in all.
const here = useClient(20);
const there = useClient(20);
beforeEach(() => {
  const warned = vi.spyOn(console, 'warn').mockReturnValue();
  return () => warned.mockRestore();
});

const instance = (n: number) => (n % 2 ? here : there);
const times = <T>(many: number, make: (n: number) => Promise<T>) =>
  Promise.all(Array.from({ length: many }, (_, n) => make(n)));
const prepareAll = (many: number, course: CourseRow, seats: number) =>
  times(many, async () => prepareProcessPayment([{ course, seats }], await makeSponsorAccount()));

/** Beginnings of the statements, to find those that wait for a lock. */
const BEGIN = 'earlier_payment as';
const SETTLE = 'with transitions as (select';
const SWEEP = 'with freed as';

describe('one payment submitted many times', () => {
  test('security 26: 20 requests at once over two instances, with a key and without: one payment, one transaction, seats adopted once', async () => {
    const course = await makeCourse();
    const [adoption] = await prepareAll(1, course, 3);
    const { scope, request, billingId } = adoption!;
    const provider = makeProvider();
    let running: Promise<PaymentOutcome[]> | undefined;
    await sql().begin(async (held) => {
      await held`select 1 from billings where id = ${billingId} for update`;
      const pay = (n: number) =>
        payForAdoption(scope, request, { provider, key: n % 4 < 2 ? 'one press' : null, database: instance(n).db });
      running = times(20, pay);
      await waitForLocks(sql(), 20, BEGIN);
    });
    const outcomes = await running!;
    expect(new Set(outcomes.map((outcome) => JSON.stringify(outcome))).size).toBe(1);
    expect(outcomes[0]).toMatchObject({ ok: true, billingId });
    expect(provider.captured.size).toBe(1);
    const { state, payments, events } = await historyOf(billingId);
    expect({ state, payments: payments.length, events: events.slice(2) }).toEqual({
      state: 'completed',
      payments: 1,
      events: ['payment_started:sponsor', 'paid:provider'],
    });
    expect(await fullLedger(course.id)).toMatchObject({ adopted: 3, completed: 3, held: 0 });
  });

  test('security 26: 20 requests at once whose payment is declined: each is told so, and the hold is there for another try', async () => {
    const course = await makeCourse();
    const [adoption] = await prepareAll(1, course, 3);
    const { scope, request, billingId } = adoption!;
    const provider = makeProvider(() => ({ status: 'failed' }));
    let running: Promise<PaymentOutcome[]> | undefined;
    await sql().begin(async (held) => {
      await held`select 1 from billings where id = ${billingId} for update`;
      running = times(20, (n) => payForAdoption(scope, request, { provider, database: instance(n).db }));
      await waitForLocks(sql(), 20, BEGIN);
    });
    expect(await running!).toEqual(Array(20).fill({ ok: false, code: 'payment.declined' }));
    const { state, payments } = await historyOf(billingId);
    expect([state, ...new Set(payments.map(({ status }) => status))]).toEqual(['held', 'failed']);
    expect(await payForAdoption(scope, request, { provider: makeProvider() })).toMatchObject({ ok: true });
  });

  test('security 26: a request that waited while another one began a payment is answered by that one, though it failed meanwhile', async () => {
    const [adoption] = await prepareAll(1, await makeCourse(), 3);
    const { scope, request } = adoption!;
    const provider = makeProvider(() => ({ status: 'failed' }));
    const begin = (joins: boolean) =>
      beginPayment(here.db, { ...beginValues(scope, request, { provider, key: null }), joins });
    await payForAdoption(scope, request, { provider });
    const [declined] = provider.asked;
    expect(await begin(true)).toMatchObject({ paymentId: declined!.paymentId, status: 'failed', isLive: true });
    const next = await begin(false);
    expect(next).toMatchObject({ status: 'started' });
    expect(next.paymentId).not.toBe(declined!.paymentId);
    expect(await begin(true)).toMatchObject({ paymentId: next.paymentId, status: 'started' });
  });

  test('security 27: one key for two requests at once: one of them has it', async () => {
    const course = await makeCourse();
    const [adoption] = await prepareAll(1, course, 3);
    const { scope, request, billingId } = adoption!;
    const [asked, answer] = [makeLatch(), makeLatch()];
    const provider = makeProvider(async (_, captured) => {
      asked.open();
      await answer.opened;
      return captured();
    });
    const first = payForAdoption(scope, request, { provider, key: 'K', database: here.db });
    await asked.opened;
    const other = { ...request, payment_method: 'upi' as const };
    expect(await payForAdoption(scope, other, { provider, key: 'K', database: there.db })).toEqual({
      ok: false,
      code: 'payment.key_reused',
    });
    answer.open();
    expect(await first).toMatchObject({ ok: true, billingId });
  });
});

describe('the end of a hold and its payment, fault 19', () => {
  /**
   * Runs the settlement and two release jobs against one expired hold while its course is locked; `first` starts first.
   */
  const race = async (first: 'settlement' | 'sweepers') => {
    const course = await makeCourse({ totalSeats: 5 });
    const [adoption] = await prepareAll(1, course, 2);
    const { scope, request, billingId } = adoption!;
    const [asked, answer] = [makeLatch(), makeLatch()];
    const provider = makeProvider(async (_, captured) => {
      asked.open();
      await answer.opened;
      return captured();
    });
    const payment = payForAdoption(scope, request, { provider, database: here.db });
    await asked.opened;
    await endWindow(billingId);
    let sweeps: Promise<number[]> | undefined;
    await sql().begin(async (held) => {
      await held`select 1 from courses where id = ${course.id} for update`;
      const settle = async () => {
        answer.open();
        await waitForLocks(sql(), 1, SETTLE);
      };
      const sweep = async () => {
        sweeps = times(2, () => releaseExpiredHolds(undefined, there.db));
        await waitForLocks(sql(), 2, SWEEP);
      };
      for (const step of first === 'settlement' ? [settle, sweep] : [sweep, settle]) await step();
    });
    return {
      outcome: await payment,
      ended: (await sweeps!).toSorted(),
      events: (await historyOf(billingId)).events.slice(3),
      ledger: await fullLedger(course.id),
    };
  };
  const paid = { outcome: { ok: true }, ledger: { adopted: 2, completed: 2, held: 0, holding: 0 } };

  test('the payment is first: it gets the seats, and two release jobs find nothing', async () => {
    expect(await race('settlement')).toMatchObject({ ...paid, ended: [0, 0], events: ['paid:provider'] });
  });

  test('two release jobs are first: one of them releases the seats, and the payment takes them again', async () => {
    const events = ['hold_ended:system', 'paid:provider'];
    expect(await race('sweepers')).toMatchObject({ ...paid, ended: [0, 1], events });
  });

  test('many payments, release jobs and buyers for the same seats: every seat has one owner, every payment one result', async () => {
    const course = await makeCourse({ totalSeats: 40 });
    const adoptions = await prepareAll(20, course, 2);
    const buyers = await times(10, async () => prepareHold([{ course, seats: 2 }], await makeSponsorAccount()));
    const answer = makeLatch();
    let asked = 0;
    const everybody = makeLatch();
    const provider = makeProvider(async (_, captured) => {
      asked += 1;
      if (asked === adoptions.length) everybody.open();
      await answer.opened;
      return captured();
    });
    const payments = Promise.all(
      adoptions.map(({ scope, request }, n) => payForAdoption(scope, request, { provider, database: instance(n).db })),
    );
    await everybody.opened;
    for (const { billingId } of adoptions) await endWindow(billingId);
    answer.open();
    const [outcomes, holds] = await Promise.all([
      payments,
      Promise.all(buyers.map(({ scope, code }, n) => holdSeats(scope, code, instance(n).db))),
      times(4, (n) => releaseExpiredHolds(undefined, instance(n).db)),
    ]);

    const { adopted, completed, held, holding } = await fullLedger(course.id);
    const count = (all: { ok: boolean }[]) => all.filter(({ ok }) => ok).length;
    expect({ adopted, completed }).toEqual({ adopted: 2 * count(outcomes), completed: 2 * count(outcomes) });
    expect({ held, holding }).toEqual({ held: 2 * count(holds), holding: 2 * count(holds) });
    expect(adopted + held).toBeLessThanOrEqual(40);
    for (const [n, { billingId }] of adoptions.entries()) {
      const { state, payments: made } = await historyOf(billingId);
      const status = outcomes[n]!.ok ? ['completed', 'captured'] : ['refund_due', 'refund_due'];
      expect([state, ...made.map(({ status }) => status)]).toEqual(status);
    }
  });
});

describe('a transaction that locks in another order', () => {
  test('fault 11: a settlement that was called off in a deadlock is run again', async () => {
    const scene = async () => {
      const courses = [await makeCourse(), await makeCourse()];
      const lines = courses.map((course) => ({ course, seats: 1 }));
      const { scope, request } = await prepareProcessPayment(lines, await makeSponsorAccount());
      return { courses, work: () => payForAdoption(scope, request, { provider: makeProvider(), database: here.db }) };
    };
    const { result, courses } = await runIntoDeadlock(there.sql, scene, SETTLE);
    expect(result).toMatchObject({ ok: true });
    for (const { id } of courses) expect(await fullLedger(id)).toMatchObject({ adopted: 1, completed: 1, held: 0 });
  });
});

describe('lost connections', () => {
  test('fault 3: backends killed in the middle of a statement and at any moment: a retry converges, and nobody pays twice', async () => {
    const course = await makeCourse({ totalSeats: 200 });
    const adoptions = await prepareAll(100, course, 2);
    const provider = makeProvider();
    const killer = postgres(url, { max: 1, onnotice: () => undefined });
    const acknowledged = new Map<string, PaymentOutcome>();
    let failures = 0;
    const pay = async ({ scope, request, billingId }: (typeof adoptions)[number], n: number) => {
      try {
        const options = { provider, key: billingId, database: instance(n).db };
        acknowledged.set(billingId, await payForAdoption(scope, request, options));
      } catch {
        failures += 1;
      }
    };
    // Postgres shows only the beginning of a query.
    const kill = (victims: number) => killer`
      select pg_terminate_backend(pid) from pg_stat_activity
       where datname = current_database() and (query like '%payments%' or query like ${`%${SETTLE}%`}) and pid <> pg_backend_pid()
         and state = 'active' limit ${victims}`;
    for (let round = 0; round < 10; round++) {
      const group = adoptions.slice(round * 10, round * 10 + 10);
      if (round % 2) {
        const load = group.map(pay);
        await kill(3);
        await Promise.all(load);
        continue;
      }
      let load: Promise<void>[] = [];
      await sql().begin(async (held) => {
        await held`select 1 from courses where id = ${course.id} for update`;
        load = group.map(pay);
        await waitForLocks(killer, 5, SETTLE);
        await kill(3);
      });
      await Promise.all(load);
    }
    expect(failures).toBeGreaterThanOrEqual(15);
    for (const [billingId, outcome] of acknowledged)
      expect([outcome.ok, (await historyOf(billingId)).state]).toEqual([true, 'completed']);

    await killer.end();
    // A connection that was killed while idle fails at its next use, so one more attempt may be needed.
    for (let retry = 0; retry < 3; retry++)
      await Promise.all(adoptions.filter(({ billingId }) => !acknowledged.has(billingId)).map(pay));
    expect([...acknowledged.values()].filter(({ ok }) => ok)).toHaveLength(100);
    expect(provider.captured.size).toBe(100);
    expect(await fullLedger(course.id)).toMatchObject({ adopted: 200, completed: 200, held: 0, holding: 0 });
    for (const [billingId, outcome] of acknowledged)
      expect((await historyOf(billingId)).payments).toMatchObject([
        { status: 'captured', transaction_id: outcome.ok && outcome.transactionId },
      ]);
  });
});
