import { beforeEach, describe, expect, test, vi } from 'vitest';
import { sql } from '@/db/client';
import { listCourses } from '@/lib/catalogue/queries';
import { HOLD_SECONDS } from '@/lib/adoption/core/hold-rules';
import { fullLedger, makeHold, makeSponsor } from '@/testing/db/adoption';
import { useTestDatabase } from '@/testing/db/database';
import { makeCourse, type CourseRow } from '@/testing/db/factories';
import { asSponsor, makeSponsorAccount, type SponsorAccount } from '@/testing/db/identity';
import { messagesTo } from '@/testing/db/outbox';
import { POST as generateOtp } from './generate-otp/route';
import { POST as verifyOtp } from './verify-otp/route';

const { dataDir } = useTestDatabase();
let client = 0;
beforeEach(() => {
  client += 1;
  vi.spyOn(process.stdout, 'write').mockReturnValue(true);
  vi.spyOn(console, 'error').mockReturnValue();
  return () => vi.restoreAllMocks();
});

type Answer = { status: number; body: Record<string, unknown> };
const NOBODY = { token: 'x' };
const post = async (handler: typeof generateOtp, account: { token: string }, body: unknown): Promise<Answer> => {
  const response = await handler(asSponsor(account, { body, headers: { 'X-Forwarded-For': `198.51.100.${client}` } }));
  return { status: response.status, body: await response.json() };
};

const chosen = (course: CourseRow, seats: number, changes: Record<string, unknown> = {}) => ({
  course_id: course.id,
  courseName: course.courseType,
  branch: course.branch,
  selectedSeats: seats,
  pricePerSeat: course.pricePaise / 100,
  totalPrice: (seats * course.pricePaise) / 100,
  ...changes,
});
const requestOf = (account: SponsorAccount, course: CourseRow, seats = 2, changes: Record<string, unknown> = {}) => ({
  userId: account.userId,
  selected_courses: [chosen(course, seats)],
  total_price: (seats * course.pricePaise) / 100,
  ...changes,
});
const messages = (to: string) => messagesTo(dataDir, to);
const phoneOf = async ({ userId }: SponsorAccount) => {
  const [row] = await sql()<{ phone: string }[]>`select phone_number as phone from users where id = ${userId}`;
  return row!.phone;
};
const codeOf = async (account: SponsorAccount) => (await messages(`+91${await phoneOf(account)}`)).at(-1)!.code!;

describe('generate-otp for the payment screen', () => {
  test('R-API-07 R-API-08 R-API-09 opens the draft and sends its code to the phone of the profile', async () => {
    const course = await makeCourse();
    const account = await makeSponsorAccount({ phone_number: '+91 98700 00001', company_name: 'Narmada Ltd' });
    const answer = await post(generateOtp, account, requestOf(account, course, 3));
    expect(answer).toEqual({
      status: 200,
      body: {
        success: true,
        message: 'OTP sent successfully!',
        draft_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
        phone: 'XXXXXX0001',
        delivered: 'sms',
        sent_to: 'XXXXXX0001',
        expiresIn: 600,
        resendIn: 30,
      },
    });
    const [message] = await messages('+919870000001');
    expect(message).toMatchObject({ channel: 'sms', code: expect.stringMatching(/^\d{6}$/) });
    for (const part of ['Narmada Ltd', '3 seats', '₹3,75,000.00']) expect(message!.text).toContain(part);
    expect(await fullLedger(course.id)).toMatchObject({ adopted: 0, held: 0 });
    const [draft] = await sql()`
      select channel, state, total_paise::int as total, sponsor->>'phone' as phone from billings where user_id = ${account.userId}`;
    expect(draft).toEqual({ channel: 'dashboard', state: 'draft', total: 3_75_000_00, phone: '9870000001' });
  });

  test('A-11 without text messages the code goes to the e-mail of the account, and the answer says so', async () => {
    const { env } = await import('@/lib/platform/env');
    const account = await makeSponsorAccount();
    Object.assign(env(), { OTP_SMS_FALLBACK: 'email' });
    try {
      const { status, body } = await post(generateOtp, account, requestOf(account, await makeCourse()));
      expect([status, body.message, body.delivered]).toEqual([200, 'OTP sent successfully!', 'email']);
      expect(body.phone).toMatch(/^X{6}\d{4}$/);
      expect(body.sent_to).toMatch(/^aX+@example\.in$/);
      const [message] = await messages(account.email);
      expect(message).toMatchObject({ channel: 'email' });
      expect(await post(verifyOtp, account, { otp: message!.code, userId: account.userId })).toMatchObject({
        status: 200,
      });
    } finally {
      delete env().OTP_SMS_FALLBACK;
    }
  });

  test.each(['phone', 'email'] as const)(
    'security 68: what is kept as proven is where the code really went: %s',
    async (channel) => {
      const { env } = await import('@/lib/platform/env');
      const account = await makeSponsorAccount();
      if (channel === 'email') Object.assign(env(), { OTP_SMS_FALLBACK: 'email' });
      try {
        expect((await post(generateOtp, account, requestOf(account, await makeCourse()))).status).toBe(200);
      } finally {
        delete env().OTP_SMS_FALLBACK;
      }
      const [challenge] =
        await sql()`select channel, delivered_to from otp_challenges where user_id = ${account.userId}`;
      expect({ ...challenge }).toEqual({ channel: 'phone', delivered_to: channel });
      const [draft] = await sql()<{ phone: string }[]>`
        select sponsor->>'phone' as phone from billings where user_id = ${account.userId}`;
      const [message] = await messages(channel === 'email' ? account.email : `+91${draft!.phone}`);
      const verified = await post(verifyOtp, account, { otp: message!.code, userId: account.userId });
      expect(verified.status).toBe(200);
      const [billing] = await sql()`select verified_channel from billings where user_id = ${account.userId}`;
      expect({ ...billing }).toEqual({ verified_channel: channel });
    },
  );

  test('A-90 a profile without a valid phone number is refused', async () => {
    const account = await makeSponsorAccount({ phone_number: 'ask at the desk' });
    expect(await post(generateOtp, account, requestOf(account, await makeCourse()))).toMatchObject({
      status: 400,
      body: { message: 'Invalid phone number (10 digits required)', code: 'sponsor.phone_invalid' },
    });
  });

  test('seats of an own hold can be used for another selection; for others they are taken', async () => {
    const [mine, other] = [await makeSponsorAccount(), await makeSponsorAccount()];
    const course = await makeCourse({ totalSeats: 3 });
    await makeHold([{ course, seats: 3 }], mine);
    expect(await post(generateOtp, other, requestOf(other, course, 1))).toMatchObject({
      status: 409,
      body: { message: 'No seats available for this course' },
    });
    expect(await post(generateOtp, mine, requestOf(mine, course, 2))).toMatchObject({ status: 200 });
    expect(await listCourses({ ids: [course.id] })).toMatchObject([{ left_seats: 3 }]);
  });
});

describe('verify-otp for the payment screen', () => {
  const send = async (course: CourseRow, seats = 2) => {
    const account = await makeSponsorAccount();
    expect(await post(generateOtp, account, requestOf(account, course, seats))).toMatchObject({ status: 200 });
    const code = await codeOf(account);
    return {
      account,
      code,
      verify: (otp: unknown = code) => post(verifyOtp, account, { otp, userId: account.userId }),
    };
  };

  test('R-API-13 R-API-15 R-API-16 a correct code holds the seats and returns the seconds left', async () => {
    const course = await makeCourse();
    const { verify } = await send(course);
    const answer = await verify();
    expect(answer).toEqual({
      status: 200,
      body: {
        success: true,
        message: 'OTP verified successfully!',
        billing_id: expect.any(String),
        reference: expect.stringMatching(/^SA-/),
        holdExpiresIn: HOLD_SECONDS,
      },
    });
    expect(await fullLedger(course.id)).toMatchObject({ adopted: 0, held: 2, holding: 2 });
    const { body } = await verify();
    expect([body.billing_id, body.reference]).toEqual([answer.body.billing_id, answer.body.reference]);
    expect(await fullLedger(course.id)).toMatchObject({ held: 2 });
  });

  test.each(['12345', '1234567', '12345a', 123456, null])('R-VAL-24 %j is not a code', async (otp) => {
    const { verify } = await send(await makeCourse());
    expect(await verify(otp)).toMatchObject({ status: 400, body: { message: 'Please enter a valid 6-digit OTP' } });
  });
});

describe('a signed-in sponsor on the public pages', () => {
  const publicRequest = (course: CourseRow) => {
    const totalPrice = course.pricePaise / 100;
    const line = { id: course.id, selectedSeats: 1, pricePerSeat: totalPrice, totalPrice };
    return { ...makeSponsor(), otpMethod: 'email', selectedCourses: { [course.id]: line }, totalPrice };
  };
  const adopt = async (account: { token: string }) => {
    const request = publicRequest(await makeCourse());
    const sent = await post(generateOtp, account, request);
    expect(sent).toMatchObject({ status: 200, body: { message: 'OTP sent to your email!' } });
    const { email, phone, otpMethod } = request;
    const otp = (await messages(email)).at(-1)!.code;
    const verification = { otp, email, phone, otpMethod, user_id: sent.body.user_id };
    const verified = await post(verifyOtp, NOBODY, verification);
    expect(verified).toMatchObject({ status: 200 });
    const [billing] = await sql()`
      select user_id, state, channel, sponsor->>'fullName' as name,
             (select string_agg(actor, ' ') from billing_events where billing_id = b.id) as actors
        from billings b where id = ${verified.body.billing_id as string}`;
    return { request, user_id: sent.body.user_id, adopted: verified.body, billing: billing! };
  };

  test('A-16 the adoption belongs to the account, with the typed details, and the profile is unchanged', async () => {
    const account = await makeSponsorAccount();
    const profile = () => sql()`select * from users where id = ${account.userId}`;
    const before = await profile();
    const { request, user_id, adopted, billing } = await adopt(account);
    expect(user_id).toBe(account.userId);
    expect(adopted.adoption_page).toBe(`/dashboard/adoptions/${String(adopted.billing_id)}`);
    expect(billing).toEqual({
      user_id: account.userId,
      state: 'pledged',
      channel: 'public',
      name: request.fullName,
      actors: 'sponsor sponsor',
    });
    expect(await profile()).toEqual(before);
    expect(await sql()`select 1 from users where email = ${request.email}`).toHaveLength(0);
  });

  test.each(['x', 'a'.repeat(43), '%E0%A4', ''])('A-16 an invalid token %j is ignored: never 401', async (token) => {
    const { request, user_id, billing } = await adopt({ token });
    const [guest] = await sql()`select id, kind from users where email = ${request.email}`;
    expect(guest).toEqual({ id: user_id, kind: 'guest' });
    expect(billing).toMatchObject({ user_id, actors: 'guest guest' });
  });

  test('A-16 the drafts of the public pages and of the dashboard are independent', async () => {
    const account = await makeSponsorAccount();
    const course = await makeCourse();
    const { billingId } = await makeHold([{ course, seats: 1 }], account);
    await adopt(account);
    const [row] = await sql()`select state from billings where id = ${billingId}`;
    expect(row).toEqual({ state: 'held' });
  });
});
