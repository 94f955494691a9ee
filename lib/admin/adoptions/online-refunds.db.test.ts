import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { sql } from '@/db/client';
import { payForAdoption } from '@/lib/money/mutations';
import { handleNotice } from '@/lib/money/notices';
import { sendRefunds } from '@/lib/money/refunds';
import { settle } from '@/lib/money/settle';
import { findBookProblems, findMessageProblems } from '@/scripts/lib/books';
import { makeAdmin, type AdminAccount } from '@/testing/db/admin';
import { waitForLocks } from '@/testing/db/locks';
import { useClient, useTestDatabase } from '@/testing/db/database';
import { makeCourse } from '@/testing/db/factories';
import { makeSponsorAccount } from '@/testing/db/identity';
import { historyOf, prepareProcessPayment } from '@/testing/db/payment';
import { makeGateway, refundState } from '@/testing/payment/gateway';
import { actOnAdoption } from './mutations';
import { readAdoption } from './queries';
import { adoptionActionSchema } from './schema';

useTestDatabase();
let first: AdminAccount;
let second: AdminAccount;
const { sql: pool, db: database } = useClient(20);
beforeAll(async () => {
  [first, second] = [await makeAdmin(), await makeAdmin()];
});
beforeEach(() => {
  const spies = (['warn', 'error'] as const).map((level) => vi.spyOn(console, level).mockReturnValue());
  return async () => {
    spies.forEach((spy) => spy.mockRestore());
    expect([...(await findBookProblems()), ...(await findMessageProblems())]).toEqual([]);
    await sql()`update payment_refunds set next_try_at = null`;
  };
});

const TOTAL = 2_50_000;
let made = 0;
const transfer = (amount: number) => ({
  action: 'record_refund',
  mode: 'NEFT',
  paid_on: '2026-04-01',
  amount,
  bank_reference: `BACK${String(++made).padStart(8, '0')}`,
});

/** An adoption of two seats that was paid online. */
async function paidOnline() {
  const gateway = makeGateway();
  const course = await makeCourse({ totalSeats: 5 });
  const adoption = await prepareProcessPayment([{ course, seats: 2 }], await makeSponsorAccount());
  await payForAdoption(adoption.scope, adoption.request, { provider: gateway.provider });
  const paymentId = (await historyOf(adoption.billingId)).payments[0]!.id;
  const capture = gateway.pay(paymentId);
  await settle({ paymentId, provider: gateway.provider.name, status: 'captured', capture });
  const again = () =>
    settle({ paymentId, provider: gateway.provider.name, status: 'captured', capture: gateway.pay(paymentId) });
  const online = (amount: number) => ({ action: 'refund_online', id: paymentId, amount });
  /** A refund of the whole amount in the dashboard of the gateway, as its notices tell of it. */
  const refundRef = `dashboard_${capture.transactionId}`;
  const inDashboard = (status: 'pending' | 'processed') =>
    handleNotice(
      gateway.provider,
      gateway.refunded(capture.transactionId, capture.amountPaise, refundState(status, refundRef)),
    );
  return { ...adoption, course, gateway, paymentId, again, online, refundRef, inDashboard };
}
type Adoption = Awaited<ReturnType<typeof paidOnline>>;

const versionOf = async ({ billingId }: Adoption) => {
  const [row] = await sql()<{ version: number }[]>`select version from billings where id = ${billingId}`;
  return row!.version;
};
async function act(admin: AdminAccount, adoption: Adoption, body: Record<string, unknown>) {
  const action = adoptionActionSchema.parse({ version: await versionOf(adoption), reason: 'Asked by phone', ...body });
  return actOnAdoption(admin.scope, adoption.reference, action, database);
}
/** Asks for a change of paid seats and approves it. */
async function change(adoption: Adoption, body: Record<string, unknown>) {
  await act(first, adoption, body);
  const [request] = await sql()<{ id: string }[]>`
    select id from change_requests where billing_id = ${adoption.billingId} and state = 'open'`;
  expect(await act(second, adoption, { action: body.action, request: request!.id })).toMatchObject({ done: true });
}
const send = async ({ gateway }: Adoption) => {
  await sql()`update payment_refunds set next_try_at = now() where next_try_at is not null`;
  return sendRefunds({ named: gateway.named, database });
};
const read = async ({ reference }: Adoption) => (await readAdoption(first.scope, reference))!;
const REFUSED = { ok: false, code: 'adoption.refund_range' };

describe('money of an online payment goes back by its gateway', () => {
  test('of a cancelled adoption: the job sends it, and it counts once processed', async () => {
    const adoption = await paidOnline();
    expect(await act(first, adoption, adoption.online(1))).toEqual(REFUSED);
    await change(adoption, { action: 'cancel' });
    expect(await act(first, adoption, adoption.online(TOTAL + 1))).toEqual(REFUSED);
    expect(await act(first, adoption, adoption.online(TOTAL))).toMatchObject({ ok: true, done: true });
    expect(await read(adoption)).toMatchObject({
      refundedPaise: 0,
      refundablePaise: 0,
      refunds: [],
      payments: [{ refundablePaise: 0, methodUsed: 'upi', feePaise: 5_000_00 }],
      onlineRefunds: [{ state: 'due', reason: 'cancelled', amountPaise: TOTAL * 100, currency: 'INR' }],
    });
    expect(await send(adoption)).toBe(1);
    const after = await read(adoption);
    expect(after).toMatchObject({
      refundedPaise: TOTAL * 100,
      refundDuePaise: 0,
      refunds: [{ mode: 'gateway', state: 'done', amountPaise: TOTAL * 100, isByGateway: true }],
      onlineRefunds: [{ state: 'processed' }],
    });
    expect(after.refunds[0]!.id).toBe(after.onlineRefunds[0]!.id);
    expect(after.messages.map(({ kind }) => kind)).toContain('refunded');
  });

  test('of a reduced adoption: only what is owed', async () => {
    const adoption = await paidOnline();
    await change(adoption, { action: 'reduce', lines: { [adoption.course.id]: 1 } });
    expect(await act(first, adoption, adoption.online(TOTAL / 2 + 0.01))).toEqual(REFUSED);
    expect(await act(first, adoption, adoption.online(TOTAL / 2))).toMatchObject({ ok: true });
    await send(adoption);
    expect(await read(adoption)).toMatchObject({
      state: 'completed',
      refundedPaise: (TOTAL / 2) * 100,
      onlineRefunds: [{ reason: 'reduced' }],
    });
  });

  test('and not of the payment of another adoption', async () => {
    const [adoption, other] = [await paidOnline(), await paidOnline()];
    await change(adoption, { action: 'cancel' });
    expect(await act(first, adoption, other.online(1))).toEqual(REFUSED);
  });
});

describe('the same money is not paid back twice', () => {
  test('by bank while the gateway is about to, or the other way round', async () => {
    const adoption = await paidOnline();
    await change(adoption, { action: 'cancel' });
    await act(first, adoption, transfer(50_000));
    expect(await act(first, adoption, adoption.online(TOTAL))).toEqual(REFUSED);
    expect(await act(first, adoption, adoption.online(TOTAL - 50_000))).toMatchObject({ ok: true });
    expect(await act(first, adoption, transfer(0.01))).toEqual(REFUSED);
    const [entry] = (await read(adoption)).refunds;
    expect(await act(second, adoption, { action: 'confirm_refund', id: entry!.id })).toMatchObject({ ok: true });
    await send(adoption);
    expect(await read(adoption)).toMatchObject({ refundedPaise: TOTAL * 100, refundDuePaise: 0 });
  });

  test('by administrators who do both at once', async () => {
    const adoption = await paidOnline();
    await change(adoption, { action: 'cancel' });
    const insist = async (body: Record<string, unknown>) => {
      for (;;) {
        const answer = await act(first, adoption, body);
        if (answer.ok || answer.code !== 'adoption.changed') return answer.ok;
      }
    };
    const answers = await Promise.all(
      Array.from({ length: 4 }, () => [insist(adoption.online(TOTAL)), insist(transfer(TOTAL))]).flat(),
    );
    expect(answers.filter(Boolean)).toHaveLength(1);
    await send(adoption);
  });

  test('by an administrator who records a transfer while money arrives that goes back by itself', async () => {
    const adoption = await paidOnline();
    const version = await versionOf(adoption);
    const action = adoptionActionSchema.parse({ version, reason: 'Paid twice', ...transfer(TOTAL) });
    let settling: ReturnType<typeof adoption.again>;
    let acting: ReturnType<typeof actOnAdoption>;
    await pool.begin(async (blocking) => {
      await blocking`select from billings where id = ${adoption.billingId} for no key update`;
      settling = adoption.again();
      await waitForLocks(sql(), 1, 'with transitions');
      acting = actOnAdoption(first.scope, adoption.reference, action, database);
      await waitForLocks(sql(), 1, '"reference" = $1 for no key update');
    });
    const [settled, answer] = [await settling!, await acting!];
    expect(settled).toMatchObject({ event: 'paid_again' });
    expect(answer).toEqual({ ok: false, code: 'adoption.changed' });
    expect(await act(first, adoption, transfer(TOTAL))).toEqual(REFUSED);
    await send(adoption);
  });

  test.each(['pending', 'processed'] as const)(
    'by bank after the gateway tells of a %s refund of its dashboard: the recorded transfer is not confirmed',
    async (status) => {
      const adoption = await paidOnline();
      await change(adoption, { action: 'cancel' });
      await act(first, adoption, transfer(TOTAL));
      const [entry] = (await read(adoption)).refunds;
      await adoption.inDashboard(status);
      expect(await act(second, adoption, { action: 'confirm_refund', id: entry!.id })).toEqual(REFUSED);
      expect(await act(second, adoption, { action: 'reject_refund', id: entry!.id })).toMatchObject({ ok: true });
      await adoption.inDashboard('processed');
      expect(await read(adoption)).toMatchObject({ refundedPaise: TOTAL * 100, refundDuePaise: 0 });
    },
  );

  test.each([true, false])(
    'by an administrator who entered the refund of the dashboard by hand; confirmed before its notice: %s',
    async (isConfirmed) => {
      const adoption = await paidOnline();
      await change(adoption, { action: 'cancel' });
      const byHand = { ...transfer(TOTAL), mode: 'gateway', bank_reference: adoption.refundRef };
      expect(await act(first, adoption, byHand)).toMatchObject({ ok: true });
      const [entry] = (await read(adoption)).refunds;
      const confirm = () => act(second, adoption, { action: 'confirm_refund', id: entry!.id });
      if (isConfirmed) expect(await confirm()).toMatchObject({ ok: true });
      await adoption.inDashboard('processed');
      if (!isConfirmed) expect(await confirm()).toMatchObject({ ok: true });
      const after = await read(adoption);
      expect(after).toMatchObject({
        refundedPaise: TOTAL * 100,
        refundDuePaise: 0,
        onlineRefunds: [{ state: 'processed' }],
      });
      expect(after.refunds.map(({ id }) => id)).toEqual([entry!.id]);
    },
  );

  test('a failed refund is not repeated by the gateway, and can be paid by bank', async () => {
    const adoption = await paidOnline();
    await change(adoption, { action: 'cancel' });
    adoption.gateway.control.refundsBegin = 'failed';
    await act(first, adoption, adoption.online(TOTAL));
    await send(adoption);
    expect(await act(first, adoption, adoption.online(TOTAL))).toEqual(REFUSED);
    expect(await act(first, adoption, transfer(TOTAL))).toMatchObject({ ok: true });
  });
});

describe('a failed refund of money that does not count', () => {
  /** Money of another amount arrived, and the gateway cannot pay it back. */
  async function refusedRefund() {
    const gateway = makeGateway();
    const lines = [{ course: await makeCourse({ totalSeats: 5 }), seats: 2 }];
    const adoption = await prepareProcessPayment(lines, await makeSponsorAccount());
    await payForAdoption(adoption.scope, adoption.request, { provider: gateway.provider });
    const paymentId = (await historyOf(adoption.billingId)).payments[0]!.id;
    const capture = gateway.pay(paymentId, { amountPaise: 7_00 });
    await settle({ paymentId, provider: gateway.provider.name, status: 'captured', capture });
    gateway.control.refundsBegin = 'failed';
    await sql()`update payment_refunds set next_try_at = now() where billing_id = ${adoption.billingId}`;
    expect(await sendRefunds({ named: gateway.named, database })).toBe(1);
    const { onlineRefunds, payments } = (await readAdoption(first.scope, adoption.reference))!;
    expect(onlineRefunds).toMatchObject([{ state: 'failed', isExact: false, amountPaise: 7_00 }]);
    expect(payments).toMatchObject([{ isReceived: false }]);
    const { id } = onlineRefunds[0]!;
    const settled = { action: 'settle_online_refund', id, bank_reference: `UTR${String(++made).padStart(9, '0')}` };
    return { ...adoption, course: lines[0]!.course, gateway, paymentId, id, settled, capture };
  }
  const versionNow = async (reference: string) => (await readAdoption(first.scope, reference))!.version;
  const actAt = async (admin: AdminAccount, reference: string, version: number, body: object) =>
    actOnAdoption(
      admin.scope,
      reference,
      adoptionActionSchema.parse({ version, reason: 'Transferred to the payer', ...body }),
      database,
    );

  test('is ended by an administrator who paid it by bank; amounts and seats stay, and it needs no attention any more', async () => {
    const { reference, settled } = await refusedRefund();
    const before = (await readAdoption(first.scope, reference))!;
    expect(await actAt(first, reference, before.version, settled)).toMatchObject({ ok: true, done: true });
    const after = (await readAdoption(first.scope, reference))!;
    expect(after.onlineRefunds).toMatchObject([{ state: 'settled', bankReference: settled.bank_reference }]);
    expect(after).toMatchObject({
      state: before.state,
      receivedPaise: before.receivedPaise,
      refundedPaise: before.refundedPaise,
      refunds: [],
    });
    expect(after.events.at(-1)).toMatchObject({ event: 'online_refund_settled' });
    expect(await actAt(first, reference, after.version, settled)).toEqual({ ok: false, code: 'adoption.refund_gone' });
  });

  test('cannot be ended with the reference of another transfer', async () => {
    const [one, other] = [await refusedRefund(), await refusedRefund()];
    await actAt(first, one.reference, await versionNow(one.reference), one.settled);
    const same = { ...other.settled, bank_reference: one.settled.bank_reference };
    expect(await actAt(first, other.reference, await versionNow(other.reference), same)).toEqual({
      ok: false,
      code: 'adoption.reference_used',
    });
  });

  test('cannot be ended with the reference of a recorded refund, nor on the page of another adoption', async () => {
    const [refused, other, paid] = [await refusedRefund(), await refusedRefund(), await paidOnline()];
    await change(paid, { action: 'cancel' });
    const recorded = transfer(TOTAL);
    expect(await act(first, paid, recorded)).toMatchObject({ ok: true });
    const version = await versionNow(refused.reference);
    const same = { ...refused.settled, bank_reference: recorded.bank_reference };
    expect(await actAt(first, refused.reference, version, same)).toEqual({
      ok: false,
      code: 'adoption.reference_used',
    });
    expect(await actAt(first, other.reference, await versionNow(other.reference), refused.settled)).toEqual({
      ok: false,
      code: 'adoption.refund_gone',
    });
  });

  test('that is processed at the same moment stays processed', async () => {
    const { reference, settled, id } = await refusedRefund();
    const version = await versionNow(reference);
    let answer: ReturnType<typeof actAt> | undefined;
    await pool.begin(async (notice) => {
      await notice`
        update payment_refunds set state = 'processed', refund_ref = 'rfnd_1', processed_at = now(), next_try_at = null
         where id = ${id}`;
      answer = actAt(first, reference, version, settled);
      await waitForLocks(sql(), 1, 'payment_refunds');
    });
    expect(await answer).toEqual({ ok: false, code: 'adoption.refund_gone' });
    expect((await readAdoption(first.scope, reference))!.onlineRefunds).toMatchObject([{ state: 'processed' }]);
  });

  test('is ended once by two administrators at the same moment', async () => {
    const { reference, settled, billingId } = await refusedRefund();
    const version = await versionNow(reference);
    let answers: ReturnType<typeof actAt>[] = [];
    await pool.begin(async (blocking) => {
      await blocking`select from billings where id = ${billingId} for no key update`;
      answers = [first, second].map((admin) => actAt(admin, reference, version, settled));
      await waitForLocks(sql(), 2, '"reference" = $1 for no key update');
    });
    const done = (await Promise.all(answers)).filter(({ ok }) => ok);
    expect(done).toHaveLength(1);
    const { events } = (await readAdoption(first.scope, reference))!;
    expect(events.filter(({ event }) => event === 'online_refund_settled')).toHaveLength(1);
  });

  test('that is processed after all is told as paid back twice', async () => {
    const { reference, settled, gateway, capture, id } = await refusedRefund();
    await actAt(first, reference, await versionNow(reference), settled);
    const errors = vi.spyOn(console, 'error').mockReturnValue();
    const state = refundState('processed', `${gateway.provider.name}_refund_${id}`);
    await handleNotice(gateway.provider, gateway.refunded(capture.transactionId, capture.amountPaise, state, id));
    expect(errors.mock.calls.join()).toContain('payment_refund_twice');
    expect((await readAdoption(first.scope, reference))!.onlineRefunds).toMatchObject([{ state: 'processed' }]);
  });

  test('of money that counts is not ended this way', async () => {
    const adoption = await paidOnline();
    await change(adoption, { action: 'cancel' });
    adoption.gateway.control.refundsBegin = 'failed';
    await act(first, adoption, adoption.online(TOTAL));
    await send(adoption);
    const { id } = (await read(adoption)).onlineRefunds[0]!;
    const settled = { action: 'settle_online_refund', id, bank_reference: 'UTR000000000' };
    expect(await act(first, adoption, settled)).toEqual({ ok: false, code: 'adoption.refund_gone' });
  });
});
