import { beforeEach, describe, expect, test, vi, type MockInstance } from 'vitest';
import { sql } from '@/db/client';
import { sponsorOf } from '@/lib/adoption/take/queries';
import { env } from '@/lib/platform/env';
import { holdSeats } from '@/lib/adoption/take/mutations';
import { payForAdoption } from '@/lib/money/mutations';
import { endWindow, fullLedger, makeSponsor, prepareHold } from '@/testing/db/adoption';
import { withoutGuards } from '@/testing/db/guards';
import { makeProvider, paymentRequest, report } from '@/testing/db/payment';
import { useTestDatabase } from '@/testing/db/database';
import { makeCourse, type CourseRow } from '@/testing/db/factories';
import { asSponsor, makeSponsorAccount, type SponsorAccount } from '@/testing/db/identity';
import { codeTo } from '@/testing/db/outbox';
import { POST as processPayment } from '../billing/process-payment/route';
import { POST as generateOtp } from './generate-otp/route';
import { POST as verifyOtp } from './verify-otp/route';

const { dataDir } = useTestDatabase();
process.env.PAYMENT_PROVIDER = 'sandbox';
process.env.SUPPORT_CONTACT = 'seats@help.example';
let made = 0;
const newAddress = () => `198.51.${Math.floor(++made / 250)}.${made % 250}`;
let warnings: MockInstance<typeof console.warn>;
beforeEach(() => {
  vi.spyOn(process.stdout, 'write').mockReturnValue(true);
  warnings = vi.spyOn(console, 'warn').mockReturnValue();
  return () => vi.restoreAllMocks();
});

const read = async (response: Response) => ({
  status: response.status,
  retryAfter: Number(response.headers.get('Retry-After')),
  body: (await response.json()) as Record<string, unknown>,
});
const post = async (handler: typeof generateOtp, address: string, body: unknown, language = 'en') =>
  read(
    await handler(
      new Request('http://localhost/api', {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', 'X-Forwarded-For': address, 'Accept-Language': language },
        body: JSON.stringify(body),
      }),
    ),
  );
const logged = () => warnings.mock.calls.map(([line]) => JSON.parse(String(line)) as Record<string, unknown>);

const lineOf = (course: CourseRow, seats: number) => ({
  id: course.id,
  selectedSeats: seats,
  pricePerSeat: course.pricePaise / 100,
  totalPrice: (seats * course.pricePaise) / 100,
});

/**
 * Requests a code for these seats as a guest and submits it.
 * @returns both responses, and a function that submits the code again
 */
async function pledge(
  course: CourseRow,
  seats: number,
  {
    email,
    address = newAddress(),
    channel = 'email',
  }: { email?: string; address?: string; channel?: 'email' | 'phone' },
  language = 'en',
) {
  const sponsor = makeSponsor(email ? { email } : {});
  const request = {
    ...sponsor,
    otpMethod: channel,
    selectedCourses: { [course.id]: lineOf(course, seats) },
    totalPrice: (seats * course.pricePaise) / 100,
  };
  const sent = await post(generateOtp, address, request, language);
  if (sent.status !== 200) return { sent, verified: sent, again: async () => sent };
  await sql()`update rate_limits set expire = now() where key like 'otp_pause:%'`;
  const otp = await codeTo(dataDir, channel === 'email' ? sponsor.email.toLowerCase() : `+91${sponsor.phone}`);
  const body = { otp, email: sponsor.email, phone: sponsor.phone, otpMethod: channel, user_id: sent.body.user_id };
  const again = () => post(verifyOtp, address, body, language);
  return { sent, verified: await again(), again };
}
const bigCourse = () => makeCourse({ totalSeats: 10_000, pricePaise: 100_00 });

describe('security 56: seats that nobody paid for are limited', () => {
  test('for an e-mail address, however it is spelled, with the limit and whom to ask in the answer', async () => {
    const course = await bigCourse();
    expect((await pledge(course, 700, { email: 'hr@narmada-works.example' })).verified.status).toBe(200);
    const { sent, verified, again } = await pledge(course, 301, { email: 'HR+more@narmada-works.example' });
    expect(sent.status).toBe(200);
    expect(verified).toMatchObject({ status: 409, body: { code: 'seats.limit_email' } });
    expect(verified.body.message).toContain('1,000');
    expect(verified.body.message).toContain('seats@help.example');
    expect(await fullLedger(course.id)).toMatchObject({ adopted: 700, pledged: 700 });
    // No seats were taken, so the code remains valid.
    expect((await again()).status).toBe(409);
    expect((await pledge(course, 300, { email: 'hr@narmada-works.example' })).verified.status).toBe(200);
    expect(logged()).toContainEqual(expect.objectContaining({ event: 'seat_limit_refused', kind: 'email' }));
  });

  test('for the domain of a company, with its hosts; in Hindi too', async () => {
    const course = await bigCourse();
    expect((await pledge(course, 900, { email: 'a@throw-away.example' })).verified.status).toBe(200);
    for (const email of ['b@throw-away.example', 'c@mail.throw-away.example']) {
      const { verified } = await pledge(course, 900, { email }, 'hi');
      expect(verified).toMatchObject({ status: 409, body: { code: 'seats.limit_domain' } });
      expect(verified.body.message).toMatch(/1,000 .*सीट/);
    }
    expect(await fullLedger(course.id)).toMatchObject({ adopted: 900 });
  });

  test('for an address that requests come from, a day', async () => {
    const course = await bigCourse();
    const address = newAddress();
    for (const [n, seats] of [600, 400].entries())
      expect((await pledge(course, seats, { email: `x@one-${n}.example`, address })).verified.status).toBe(200);
    const { sent } = await pledge(course, 1, { email: 'x@one-3.example', address });
    expect(sent).toMatchObject({ status: 429, body: { code: 'seats.limit_address' } });
    expect(sent.retryAfter).toBeGreaterThan(23 * 60 * 60);
    expect((await pledge(course, 1, { email: 'x@one-3.example' })).verified.status).toBe(200);
  });

  test('more seats than the limit are refused before a code is sent', async () => {
    const course = await bigCourse();
    const { sent } = await pledge(course, 1001, { email: 'hr@betwa.example' });
    expect(sent).toMatchObject({ status: 409, body: { code: 'seats.limit_email' } });
    expect(await codeTo(dataDir, 'hr@betwa.example')).toBeUndefined();
  });
});

const chosen = (course: CourseRow, seats: number) => {
  const { id, ...line } = lineOf(course, seats);
  return [{ course_id: id, ...line }];
};

/** Requests a code for these seats on a sponsor's payment screen and submits it. */
async function hold(account: SponsorAccount, course: CourseRow, seats: number) {
  const total = (seats * course.pricePaise) / 100;
  const call = async (handler: typeof generateOtp, body: object) =>
    read(
      await handler(
        asSponsor(account, { body: { userId: account.userId, ...body }, headers: { 'X-Forwarded-For': newAddress() } }),
      ),
    );
  const [user] = await sql()<{ phone: string }[]>`select phone_number as phone from users where id = ${account.userId}`;
  const sent = await call(generateOtp, { selected_courses: chosen(course, seats), total_price: total });
  if (sent.status !== 200) return { sent, held: sent };
  await sql()`delete from rate_limits where key like 'otp_%'`;
  return { sent, held: await call(verifyOtp, { otp: await codeTo(dataDir, `+91${user!.phone}`) }) };
}
/** A payment of a hold that the bank refused. */
async function failPayment(billingId: string) {
  await sql()`
    insert into payments (billing_id, user_id, provider, is_test, method, amount_paise, status, settled_at)
    select id, user_id, 'test', false, 'upi', total_paise, 'failed', now() from billings where id = ${billingId}`;
}
async function pay(account: SponsorAccount, course: CourseRow, seats: number) {
  const body = {
    userId: account.userId,
    payment_method: 'upi',
    selected_courses: chosen(course, seats),
    total_amount: (seats * course.pricePaise) / 100,
  };
  return read(await processPayment(asSponsor(account, { body })));
}

describe('security 56: holds', () => {
  test('count against the limits until they are paid', async () => {
    const course = await bigCourse();
    const account = await makeSponsorAccount({ email: 'hr@tapti-hold.example' });
    await sql()`update users set email_verified_at = now() where id = ${account.userId}`;
    expect((await hold(account, course, 1000)).held.status).toBe(200);
    expect((await pledge(course, 1, { email: 'hr@tapti-hold.example' })).verified.status).toBe(409);
    expect((await pay(account, course, 1000)).status).toBe(200);
    expect((await pledge(course, 1, { email: 'hr@tapti-hold.example' })).verified.status).toBe(200);
    expect((await hold(account, course, 1000)).sent).toMatchObject({
      status: 409,
      body: { code: 'seats.limit_email' },
    });
  });

  test('security 111: of an account whose e-mail is not confirmed count under its phone, network and company', async () => {
    const course = await bigCourse();
    const stranger = await makeSponsorAccount({ email: 'whoever@betwa-hold.example', company_name: 'Betwa Hold' });
    const { held } = await hold(stranger, course, 1000);
    expect(held.status).toBe(200);
    const [counted] = await sql()<{ kinds: string[] }[]>`
      select array(select split_part(key, ':', 1) from unnest(limit_keys) as key order by 1) as kinds
        from billings where id = ${held.body.billing_id as string}`;
    expect(counted!.kinds).toEqual(['company', 'network', 'phone']);
    expect((await pledge(course, 1000, { email: 'ceo@betwa-hold.example' })).verified.status).toBe(200);
    expect((await hold(stranger, course, 1001)).sent).toMatchObject({ body: { code: 'seats.limit_phone' } });
  });

  test('security 111: count under the e-mail that the code goes to instead of a text', async () => {
    const { scope } = await makeSponsorAccount({ email: 'hr@sindh-hold.example' });
    Object.assign(env(), { OTP_SMS_FALLBACK: 'email' });
    try {
      expect(await sponsorOf(scope)).toMatchObject({ proven: { otpMethod: 'email', email: 'hr@sindh-hold.example' } });
    } finally {
      delete env().OTP_SMS_FALLBACK;
    }
  });

  test('that are never paid make the next ones wait, and a payment ends that', async () => {
    const course = await bigCourse();
    const account = await makeSponsorAccount();
    for (const seats of [1, 2, 3]) expect((await hold(account, course, seats)).held.status).toBe(200);
    const refused = await hold(account, course, 4);
    expect(refused.sent).toMatchObject({ status: 429, body: { code: 'seats.hold_wait' } });
    expect(refused.sent.retryAfter).toBeGreaterThan(15 * 60);
    // The running hold remains and can be paid.
    expect(await fullLedger(course.id)).toMatchObject({ held: 3 });
    expect((await pay(account, course, 3)).status).toBe(200);
    expect((await hold(account, course, 4)).held.status).toBe(200);
  });

  test('whose payment failed are forgiven three times, also a live one, and not for ever', async () => {
    const course = await bigCourse();
    const account = await makeSponsorAccount();
    const heldAndFailed = async (seats: number) => {
      const { sent, held } = await hold(account, course, seats);
      if (sent.status !== 200) return sent;
      expect(held.status).toBe(200);
      await failPayment(held.body.billing_id as string);
      return held;
    };
    // Declined, and replaced while they are held.
    for (const seats of [1, 2, 3]) expect((await heldAndFailed(seats)).status).toBe(200);
    for (const seats of [4, 5, 6]) expect((await heldAndFailed(seats)).status).toBe(200);
    expect(await heldAndFailed(7)).toMatchObject({ status: 429, body: { code: 'seats.hold_wait' } });
    await sql()`update billings set hold_expires_at = hold_expires_at - interval '1 day' where user_id = ${account.userId}`;
    expect((await heldAndFailed(7)).status).toBe(200);
    const { retryAfter } = (await hold(account, course, 8)).sent;
    expect(retryAfter).toBeGreaterThan(29 * 60);
  });

  describe('at once', () => {
    /**
     * Rounds of 8 presses at once for one hold, whose payment fails three times at once while its time ends, until a wait
     * begins.
     * @param overlap the next round does not wait for that
     * @returns the holds that were taken in all
     */
    async function holdsUntilWait(overlap: boolean): Promise<number> {
      const course = await bigCourse();
      const account = await makeSponsorAccount();
      const taken = new Set<string>();
      let ending: Promise<unknown> = Promise.resolve();
      for (let round = 1; round <= ROUNDS; round++) {
        const { scope, code, billingId } = await prepareHold([{ course, seats: round }], account);
        const presses = await Promise.all(Array.from({ length: 8 }, () => holdSeats(scope, code)));
        await ending;
        if (!presses.some(({ ok }) => ok)) break;
        taken.add(billingId);
        const request = paymentRequest([{ course, seats: round }], account);
        await payForAdoption(scope, request, { provider: makeProvider(() => ({ status: 'pending' })) });
        const [payment] = await sql()<{ id: string }[]>`select id from payments where billing_id = ${billingId}`;
        const fails = Array.from({ length: 3 }, () =>
          report({ name: 'test' }, { paymentId: payment!.id, status: 'failed' }),
        );
        ending = Promise.all([...fails, endWindow(billingId)]);
        if (!overlap) await ending;
      }
      return taken.size;
    }
    const ROUNDS = 12;

    test('security 56: no more than six unpaid holds are taken in a row, however often their payments fail', async () => {
      expect(await holdsUntilWait(false)).toBe(6);
      // A payment that is open when the next hold begins does not count yet.
      expect(await holdsUntilWait(true)).toBeLessThanOrEqual(7);
    });

    test('control: without the bound of what is forgiven they never end', async () => {
      expect(await withoutGuards([['unpaid.number <= 3', 'true']], () => holdsUntilWait(false))).toBe(ROUNDS);
    });
  });

  test('that ended by time count as well', async () => {
    const course = await bigCourse();
    const account = await makeSponsorAccount();
    for (const seats of [1, 2, 3]) {
      const { held } = await hold(account, course, seats);
      expect(held.status).toBe(200);
      await endWindow(held.body.billing_id as string);
    }
    expect((await hold(account, course, 3)).sent).toMatchObject({ status: 429, body: { code: 'seats.hold_wait' } });
    await sql()`update billings set hold_expires_at = hold_expires_at - interval '16 minutes' where user_id = ${account.userId}`;
    const fourth = (await hold(account, course, 3)).held;
    expect(fourth.status).toBe(200);
    await endWindow(fourth.body.billing_id as string);
    const { retryAfter } = (await hold(account, course, 3)).sent;
    expect(retryAfter).toBeGreaterThan(29 * 60);
    expect(retryAfter).toBeLessThanOrEqual(30 * 60);
  });
});
