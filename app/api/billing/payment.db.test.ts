import { beforeEach, describe, expect, test, vi, type MockInstance } from 'vitest';
import { SIGNATURE_HEADER, signSandboxNotice } from '@/lib/money/sandbox';
import { fullLedger, makeHold, prepareHold } from '@/testing/db/adoption';
import { useTestDatabase } from '@/testing/db/database';
import { makeCourse } from '@/testing/db/factories';
import { asSponsor, makeSponsorAccount, type SponsorAccount } from '@/testing/db/identity';
import { historyOf, sandboxNotice } from '@/testing/db/payment';
import { POST as processPayment } from './process-payment/route';
import { POST as webhook } from './webhook/[provider]/route';

useTestDatabase();
process.env.PAYMENT_PROVIDER = 'sandbox';
let warned: MockInstance<typeof console.warn>;
beforeEach(() => {
  warned = vi.spyOn(console, 'warn').mockReturnValue();
  return () => warned.mockRestore();
});

type Line = { course: Awaited<ReturnType<typeof makeCourse>>; seats: number };

/** Returns the body that the payment screen sends. */
const bodyOf = (lines: Line[], { userId }: SponsorAccount) => ({
  payment_method: 'upi',
  userId,
  selected_courses: lines.map(({ course, seats }) => ({
    course_id: course.id,
    courseName: course.courseType,
    branch: course.branch,
    selectedSeats: seats,
    pricePerSeat: course.pricePaise / 100,
    totalPrice: (seats * course.pricePaise) / 100,
  })),
  total_amount: lines.reduce((sum, { course, seats }) => sum + seats * course.pricePaise, 0) / 100,
});

const read = async (response: Response) => ({
  status: response.status,
  retryAfter: response.headers.get('Retry-After'),
  body: (await response.json()) as Record<string, unknown>,
});
const pay = async (account: SponsorAccount, body: unknown, headers: Record<string, string> = {}) =>
  read(await processPayment(asSponsor(account, { body, headers })));

/** Creates a sponsor who holds two seats of a course; the paise of the total select the outcome of the sandbox. */
async function held({ paise = 0 } = {}) {
  const account = await makeSponsorAccount();
  const course = await makeCourse({ pricePaise: 1_000_00 });
  const second = await makeCourse({ pricePaise: 500_00 + paise });
  const lines = [
    { course, seats: 2 },
    { course: second, seats: 1 },
  ];
  const { billingId, reference } = await makeHold(lines, account);
  return { account, course, lines, billingId, reference, body: bodyOf(lines, account) };
}

describe('POST /api/billing/process-payment', () => {
  test('R-API-22 R-API-23 R-API-08 pays for the held courses and returns the transaction', async () => {
    const { account, body, billingId, reference, course } = await held();
    const answer = await pay(account, body);
    const { payments, state } = await historyOf(billingId);
    expect(answer).toMatchObject({ status: 200 });
    expect(answer.body).toEqual({
      success: true,
      transaction_id: `SBX-${payments[0]!.id}`,
      message: 'Payment successful!',
      billing_id: billingId,
      reference,
    });
    expect(state).toBe('completed');
    expect(await fullLedger(course.id)).toMatchObject({ adopted: 2, completed: 2, held: 0 });
    expect(await pay(account, body)).toEqual(answer);
  });

  test('R-DPAY-14 security 31: paying before the phone is verified', async () => {
    const account = await makeSponsorAccount();
    const lines = [{ course: await makeCourse(), seats: 1 }];
    const { billingId } = await prepareHold(lines, account);
    expect(await pay(account, { ...bodyOf(lines, account), payment_method: undefined })).toMatchObject({
      status: 403,
      body: { code: 'payment.not_verified', message: 'Please verify your phone number first' },
    });
    expect(await historyOf(billingId)).toMatchObject({ state: 'draft', payments: [] });
  });
});

describe('POST /api/billing/webhook/{provider}', () => {
  const deliver = async (init: { body: string; headers: Record<string, string> }, provider = 'sandbox') => {
    const request = new Request('http://localhost/api', { method: 'POST', ...init });
    return read(await webhook(request, { params: Promise.resolve({ provider }) }));
  };
  const notify = async (...notice: Parameters<typeof sandboxNotice>) => deliver(await sandboxNotice(...notice));

  /** Starts a payment that the sandbox confirms later. */
  async function waiting() {
    const { account, body, billingId, course } = await held({ paise: 2 });
    await pay(account, body);
    const { payments } = await historyOf(billingId);
    return { account, body, billingId, course, paymentId: payments[0]!.id };
  }

  test('A-05 a notification completes a payment, however often it is delivered', async () => {
    const { account, body, billingId, course, paymentId } = await waiting();
    for (const _time of [1, 2])
      expect(await notify(paymentId, 'captured')).toMatchObject({ status: 200, body: { received: true } });
    expect((await historyOf(billingId)).state).toBe('completed');
    expect(await fullLedger(course.id)).toMatchObject({ adopted: 2, completed: 2, held: 0 });
    expect(await pay(account, body)).toMatchObject({ status: 200, body: { transaction_id: `SBX-${paymentId}` } });
  });

  test('A-05 a forged signature changes nothing, whether the payment exists or not', async () => {
    const { billingId, paymentId } = await waiting();
    for (const id of [paymentId, crypto.randomUUID()]) {
      const { body } = await sandboxNotice(id, 'captured');
      const forged = { body, headers: { [SIGNATURE_HEADER]: signSandboxNotice('not the secret', body) } };
      expect(await deliver(forged)).toMatchObject({ status: 403, body: { code: 'auth.forbidden' } });
    }
    expect(await historyOf(billingId)).toMatchObject({ state: 'held', payments: [{ status: 'started' }] });
  });

  test('a genuine notification that is not for us is accepted, so that the gateway keeps the address switched on', async () => {
    expect(await notify(crypto.randomUUID(), 'failed')).toMatchObject({ status: 200 });
    const body = '{"event":"invoice.paid"}';
    const genuine = { body, headers: { [SIGNATURE_HEADER]: signSandboxNotice(process.env.APP_SECRET!, body) } };
    expect(await deliver(genuine)).toMatchObject({ status: 200, body: { received: true } });
  });

  test('a provider that is not known: 403', async () => {
    expect(await deliver(await sandboxNotice(crypto.randomUUID(), 'failed'), 'toString')).toMatchObject({
      status: 403,
      body: { code: 'auth.forbidden' },
    });
  });

  test('works while another provider, or none, takes new payments', async () => {
    const { billingId, paymentId } = await waiting();
    delete process.env.PAYMENT_PROVIDER;
    vi.resetModules();
    const { POST } = await import('./webhook/[provider]/route');
    const request = new Request('http://localhost/api', {
      method: 'POST',
      ...(await sandboxNotice(paymentId, 'captured')),
    });
    const answer = await POST(request, { params: Promise.resolve({ provider: 'sandbox' }) });
    process.env.PAYMENT_PROVIDER = 'sandbox';
    expect(answer.status).toBe(200);
    expect((await historyOf(billingId)).state).toBe('completed');
  });
});
