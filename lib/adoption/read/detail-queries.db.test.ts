import { describe, expect, test } from 'vitest';
import { connect, sql } from '@/db/client';
import { waitForLocks } from '@/testing/db/locks';
import { insertAdoption } from '@/testing/db/adoptions';
import { useTestDatabase } from '@/testing/db/database';
import { makeCourse } from '@/testing/db/factories';
import { makeSponsorAccount } from '@/testing/db/identity';
import { readAdoption } from './detail-queries';
import { failureOf } from './detail-rules';

const { url } = useTestDatabase();

test('status and payment of an adoption are of one moment, also when the payment fails in between', async () => {
  const { userId, scope } = await makeSponsorAccount();
  const { id } = await insertAdoption(sql(), {
    userId,
    state: 'held',
    lines: [{ course: await makeCourse(), seats: 1 }],
    payments: [{ status: 'started' }],
  });
  const other = connect(url, { max: 2 }).sql;
  let reading: ReturnType<typeof readAdoption> | undefined;
  await other.begin(async (held) => {
    // Only a later statement reads papers.
    await held`lock table papers in access exclusive mode`;
    reading = readAdoption(scope, id);
    await waitForLocks(other, 1, '"papers"');
    await held`update payments set status = 'failed', settled_at = now() where billing_id = ${id}`;
  });
  const adoption = (await reading)!;
  expect(adoption.status).toBe('begun');
  expect(adoption.openPayment).not.toBeNull();
  const later = (await readAdoption(scope, id))!;
  expect([later.status, later.openPayment]).toEqual(['held', null]);
  await other.end();
});

describe('online payments', () => {
  test('method really used, refunds with the reference of the bank, the reason of a failure, and no fee', async () => {
    const { userId, scope } = await makeSponsorAccount();
    const { id } = await insertAdoption(sql(), {
      userId,
      state: 'completed',
      lines: [{ course: await makeCourse({ pricePaise: 1_000_00 }), seats: 1 }],
      payments: [
        { status: 'failed', provider: 'razorpay' },
        { status: 'failed', provider: 'razorpay' },
        { status: 'refund_due', provider: 'razorpay' },
        { status: 'captured', provider: 'none' },
      ],
    });
    await sql()`update payments set amount_paise = 0, captured_paise = 0 where billing_id = ${id} and provider = 'none'`;
    await sql()`update payments set method_used = 'wallet', fee_paise = 2360 where billing_id = ${id} and transaction_id is not null`;
    await sql()`
      update payments set failure_reason = 'insufficient_funds'
       where id = (select min(id::text)::uuid from payments where billing_id = ${id} and status = 'failed')`;
    const paymentsNow = async () => (await readAdoption(scope, id))!.onlinePayments;
    const [failed, paid, ...others] = (await paymentsNow()).toSorted((a, b) => Number(a.isPaid) - Number(b.isPaid));
    expect(others).toEqual([]);
    expect(failed).toMatchObject({ failure: 'insufficient_funds', isPaid: false, refunds: [] });
    expect(paid).toMatchObject({ method: 'wallet', amountPaise: 1_000_00, isPaid: true, failure: null });
    expect(paid!.refunds).toEqual([
      {
        amountPaise: 1_000_00,
        currency: 'INR',
        reason: 'paid_too_late',
        state: 'due',
        reference: null,
        processedAt: null,
      },
    ]);
    expect(JSON.stringify(paid)).not.toContain('2360');
    await sql()`update payment_refunds set state = 'pending', refund_ref = ${`rfnd_${id}`} where billing_id = ${id}`;
    const refundNow = async () => (await paymentsNow()).find(({ isPaid }) => isPaid)!.refunds[0]!;
    expect(await refundNow()).toMatchObject({ state: 'pending', reference: `rfnd_${id}` });
    await sql()`
      update payment_refunds set state = 'processed', processed_at = now(), bank_reference = 'ARN1' where billing_id = ${id}`;
    expect(await refundNow()).toMatchObject({ state: 'processed', reference: 'ARN1', processedAt: expect.any(Date) });
  });

  test.each([
    ['payment_cancelled', 'cancelled'],
    ['payment_timed_out', 'timed_out'],
    ['insufficient_funds', 'insufficient_funds'],
    ['incorrect_otp', 'wrong_details'],
    ['transaction_limit_exceeded', 'limit'],
    ['gateway_technical_error', 'technical'],
    ['GATEWAY_ERROR', 'technical'],
    ['card_declined', 'declined'],
    ['BAD_REQUEST_ERROR', 'declined'],
    ['unknown', 'declined'],
  ])('%s means %s', (reason, failure) => expect(failureOf(reason)).toBe(failure));
});
