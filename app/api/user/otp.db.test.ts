import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { sql } from '@/db/client';
import { readDownloadToken } from '@/lib/documents/download-token';
import { makeSponsor, seatLedger, wrongCode } from '@/testing/db/adoption';
import { useTestDatabase } from '@/testing/db/database';
import { makeCourse, type CourseRow } from '@/testing/db/factories';
import { messagesTo } from '@/testing/db/outbox';
import { endReservation, reserve } from '@/testing/db/reservations';
import { POST as generateOtp } from './generate-otp/route';
import { POST as verifyOtp } from './verify-otp/route';

const { dataDir } = useTestDatabase();
const outbox = join(dataDir, 'outbox');
let client = 0;
let address = '';
beforeEach(() => {
  address = `192.0.2.${++client}`;
  vi.spyOn(process.stdout, 'write').mockReturnValue(true);
  vi.spyOn(console, 'error').mockReturnValue();
  return () => vi.restoreAllMocks();
});

type Handler = typeof generateOtp;
type Answer = { status: number; retryAfter: string | null; body: Record<string, unknown> };
const post = async (handler: Handler, body: unknown, from = address): Promise<Answer> => {
  const response = await handler(
    new Request('http://localhost/api', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'X-Forwarded-For': from },
      body: JSON.stringify(body),
    }),
  );
  return { status: response.status, retryAfter: response.headers.get('Retry-After'), body: await response.json() };
};

const lineOf = (course: CourseRow, seats: number) => ({
  id: course.id,
  selectedSeats: seats,
  pricePerSeat: course.pricePaise / 100,
  totalPrice: (seats * course.pricePaise) / 100,
  branch: course.branch,
  courseName: course.courseType,
  city: course.city,
  institute: '',
});
const requestOf = (course: CourseRow, seats = 2, changes: Record<string, unknown> = {}) => ({
  ...makeSponsor(),
  otpMethod: 'email',
  selectedCourses: { [course.id]: lineOf(course, seats) },
  totalPrice: (seats * course.pricePaise) / 100,
  ...changes,
});
type Sent = ReturnType<typeof requestOf>;
const mailTo = (to: string) => messagesTo(dataDir, to);
const verificationOf = (request: Sent, user_id: unknown, otp: string) => ({
  otp,
  email: request.email,
  phone: request.phone,
  otpMethod: request.otpMethod,
  user_id,
});
const endPauses = () => sql()`update rate_limits set expire = now() where key like 'otp_pause:%'`;
const counts = async () => {
  const [row] =
    await sql()`select (select count(*) from users)::int as users, (select count(*) from billings)::int as billings,
                                   (select count(*) from otp_challenges)::int as codes`;
  return row;
};

describe('seats from the link of a reservation', () => {
  const linked = (course: CourseRow, seats: number, reservation: string, email: string) =>
    requestOf(course, seats, {
      email,
      selectedCourses: { [course.id]: { ...lineOf(course, seats), reservation } },
    });

  test('go to the holder only: others are told whose they are, and their selection stays', async () => {
    const course = await makeCourse({ totalSeats: 5 });
    const reservation = await reserve([{ course, seats: 4 }], { holder: 'linked.example' });
    const stranger = await post(generateOtp, linked(course, 4, reservation, 'asha@elsewhere.example'));
    expect([stranger.status, stranger.body.code]).toEqual([409, 'seats.reserved']);
    expect(stranger.body.message).toContain('linked.example');
    expect(stranger.body).not.toHaveProperty('courses');
    const holder = linked(course, 4, reservation, 'asha@linked.example');
    const sent = await post(generateOtp, holder);
    expect(sent.status).toBe(200);
    const [message] = await mailTo(holder.email);
    const verified = await post(verifyOtp, verificationOf(holder, sent.body.user_id, message!.code!));
    expect(verified.status).toBe(200);
    expect(await seatLedger(course.id)).toEqual({ adopted: 4, pledged: 4 });
  });

  test('are missing like others once the reservation has ended', async () => {
    const course = await makeCourse({ totalSeats: 2 });
    const reservation = await reserve([{ course, seats: 2 }], { holder: 'over.example' });
    await endReservation(reservation);
    const other = linked(course, 3, reservation, 'asha@elsewhere.example');
    const answer = await post(generateOtp, other);
    expect([answer.status, answer.body.code]).toEqual([409, 'seats.max']);
    expect(answer.body.courses).toMatchObject([{ left_seats: 2 }]);
  });
});

describe('POST /api/user/generate-otp', () => {
  test('R-API-10 opens a draft, sends its code by e-mail and reports the channel', async () => {
    const course = await makeCourse();
    const request = requestOf(course, 3);
    const { status, body } = await post(generateOtp, request);
    expect(status).toBe(200);
    expect(body).toEqual({
      success: true,
      message: 'OTP sent to your email!',
      user_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      draft_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      channel: 'email',
      expiresIn: 600,
      resendIn: 30,
    });
    const [message] = await mailTo(request.email);
    expect(message).toMatchObject({ channel: 'email', code: expect.stringMatching(/^\d{6}$/) });
    for (const part of [request.company, '3 seats', '₹3,75,000.00']) expect(message!.text).toContain(part);
    const [dump] = await sql()`select string_agg(to_jsonb(c)::text, '') as rows from otp_challenges c`;
    expect(dump!.rows).not.toContain(`"${message!.code}"`);
    expect(await seatLedger(course.id)).toEqual({ adopted: 0, pledged: 0 });
  });

  test('R-API-10 sends by text message when the method is phone', async () => {
    const request = requestOf(await makeCourse(), 1, { otpMethod: 'phone' });
    const { status, body } = await post(generateOtp, request);
    expect([status, body.message, body.channel]).toEqual([200, 'OTP sent to your phone number!', 'phone']);
    expect(await mailTo(`+91${request.phone}`)).toMatchObject([{ channel: 'sms' }]);
  });

  test('R-API-11 a resend is accepted and opens no second order', async () => {
    const request = requestOf(await makeCourse());
    const first = await post(generateOtp, request);
    await endPauses();
    const before = await counts();
    const again = await post(generateOtp, { ...request, isResend: true, user_id: first.body.user_id });
    expect([again.status, again.body.user_id]).toEqual([200, first.body.user_id]);
    expect(await counts()).toEqual({ ...before, codes: before!.codes + 1 });
  });

  test.each([
    ['R-PAY-21', { email: '' }, 'Email is required for OTP verification'],
    ['R-PAY-22', { phone: '', otpMethod: 'phone' }, 'Phone number is required for OTP verification'],
    ['R-VAL-10', { fullName: ' ' }, 'Name is required'],
    ['R-VAL-14', { email: 'a@b' }, 'Invalid email address'],
    ['R-VAL-16', { phone: '12345' }, 'Invalid phone number (10 digits required)'],
    ['R-VAL-25', { selectedCourses: {} }, 'Please select at least one course with seats'],
  ])('%s %j is refused: %s', async (_rule, changes, message) => {
    const before = await counts();
    const answer = await post(generateOtp, { ...requestOf(await makeCourse()), ...changes });
    expect([answer.status, answer.body.message]).toEqual([400, message]);
    expect(await counts()).toEqual(before);
  });

  test('R-VAL-26 more seats than left, R-VAL-31 a full course: returns a message and the current course', async () => {
    const [scarce, full] = [await makeCourse({ totalSeats: 3 }), await makeCourse({ totalSeats: 1, adoptedSeats: 1 })];
    const tooMany = await post(generateOtp, requestOf(scarce, 4));
    expect([tooMany.status, tooMany.body.message]).toEqual([409, 'Maximum available seats: 3']);
    expect(tooMany.body.courses).toMatchObject([{ id: scarce.id, left_seats: 3 }]);
    const none = await post(generateOtp, requestOf(full, 1));
    expect([none.status, none.body.message]).toEqual([409, 'No seats available for this course']);
  });

  test('one code per 30 seconds to one recipient, with the seconds to wait', async () => {
    const request = requestOf(await makeCourse());
    await post(generateOtp, request);
    const soon = await post(generateOtp, request);
    expect([soon.status, soon.body.code]).toEqual([429, 'otp.too_soon']);
    expect(Number(soon.retryAfter)).toBeGreaterThan(25);
    expect(Number(soon.retryAfter)).toBeLessThanOrEqual(30);
    expect(soon.body.message).toBe(`Please wait ${soon.retryAfter} seconds before requesting another OTP`);
    expect(await mailTo(request.email)).toHaveLength(1);
  });

  test('the same form sent many times at once gets the resend delay, not the hourly limit', async () => {
    const request = requestOf(await makeCourse());
    const answers = await Promise.all(Array.from({ length: 30 }, () => post(generateOtp, request)));
    const refused = answers.filter(({ status }) => status !== 200);
    expect(refused).toHaveLength(29);
    for (const { body, retryAfter } of refused) {
      expect(body.code).toBe('otp.too_soon');
      expect(Number(retryAfter)).toBeLessThanOrEqual(30);
    }
  });

  test('security 10: everybody together gets 600 codes an hour, and strangers 360 of them', async () => {
    const course = await makeCourse();
    await sql()`delete from rate_limits`;
    expect((await post(generateOtp, requestOf(course))).status).toBe(200);
    await sql()`update rate_limits set points = 359 where key like 'otp_overall:%'`;
    // The last one is for a network without any.
    expect((await post(generateOtp, requestOf(course), '198.51.100.201')).status).toBe(200);
    const refused = await post(generateOtp, requestOf(course), '198.51.100.202');
    expect([refused.status, refused.body.code]).toEqual([429, 'otp.too_many_sends']);
    expect(Number(refused.retryAfter)).toBeGreaterThan(3000);
    await sql()`delete from rate_limits where key like 'otp_overall:%'`;
  });

  test('security 44: three spellings of a phone are one sponsor: one draft, one number, one limit', async () => {
    const request = requestOf(await makeCourse(), 1, { otpMethod: 'phone' });
    const spellings = ['62626 26262', '(6262) 626-262', '６２６２６２６２６２'];
    for (let sent = 0; sent < 5; sent++) {
      expect((await post(generateOtp, { ...request, phone: spellings[sent % 3] })).status).toBe(200);
      await endPauses();
    }
    const sixth = await post(generateOtp, { ...request, phone: spellings[2] });
    expect([sixth.status, sixth.body.code]).toEqual([429, 'otp.too_many_sends']);
    expect(await mailTo('+916262626262')).toHaveLength(5);
    const drafts = await sql()`
      select b.state, b.sponsor->>'phone' as phone, u.phone_number as kept from billings b join users u on u.id = b.user_id
       where u.email = ${request.email}`;
    expect(drafts).toEqual([{ state: 'draft', phone: '6262626262', kept: '6262626262' }]);
  });

  test('fault 16: a code that could not be delivered costs its recipient nothing and can be sent again at once', async () => {
    const request = requestOf(await makeCourse());
    await rm(outbox, { recursive: true, force: true });
    await writeFile(outbox, 'in the way');
    for (let failed = 0; failed < 6; failed++) {
      const answer = await post(generateOtp, request);
      expect([answer.status, answer.body.message, answer.body.code]).toEqual([
        503,
        'Failed to send OTP',
        'otp.send_failed',
      ]);
    }
    await rm(outbox);
    expect((await post(generateOtp, request)).status).toBe(200);
    const rows = await sql()<{ failure: string | null }[]>`
      select failure from otp_challenges where email = ${request.email} order by id`;
    expect(rows.map(({ failure }) => failure === null)).toEqual([false, false, false, false, false, false, true]);
  });

  test('rate limit counters contain no address', async () => {
    const request = requestOf(await makeCourse());
    const { body } = await post(generateOtp, request);
    await post(verifyOtp, verificationOf(request, body.user_id, '000000'));
    const [dump] = await sql()`select string_agg(key, ' ') as keys from rate_limits`;
    expect(dump!.keys).not.toContain(request.email);
    expect(dump!.keys).not.toContain(address);
  });
});

describe('POST /api/user/verify-otp', () => {
  const send = async (course: CourseRow, seats = 2, changes = {}) => {
    const request = requestOf(course, seats, changes);
    const { body } = await post(generateOtp, request);
    const to = request.otpMethod === 'phone' ? `+91${request.phone}` : request.email;
    const code = (await mailTo(to)).at(-1)!.code!;
    return { request, code, verify: (otp = code) => post(verifyOtp, verificationOf(request, body.user_id, otp)) };
  };

  test.each(['email', 'phone'])('R-API-14 R-API-15 a correct code by %s adopts the seats', async (otpMethod) => {
    const course = await makeCourse();
    const { verify } = await send(course, 2, { otpMethod });
    const { status, body } = await verify();
    expect(status).toBe(200);
    expect(body).toEqual({
      success: true,
      message: 'OTP verified successfully!',
      billing_id: expect.any(String),
      reference: expect.stringMatching(/^SA-/),
      receipt_token: expect.any(String),
      due_at: null,
      adoption_page: `/adoptions/${String(body.reference)}`,
    });
    const [row] =
      await sql()`select floor(extract(epoch from verified_at) * 1000)::float8 as at from billings where id = ${body.billing_id as string}`;
    const receipt = readDownloadToken(body.receipt_token as string);
    expect(receipt?.billingId).toBe(body.billing_id);
    expect(receipt?.isGenuineFor(new Date(row!.at))).toBe(true);
    expect(await seatLedger(course.id)).toEqual({ adopted: 2, pledged: 2 });
    expect((await verify()).body).toEqual(body);
  });

  test('the answer to a right code names the end of the term', async () => {
    await sql()`insert into settings ("group", value) values ('terms', '{"pledgeDays":30}')`;
    try {
      const { verify } = await send(await makeCourse());
      const { body } = await verify();
      const [row] = await sql()`
        select floor(extract(epoch from verified_at + interval '30 days') * 1000)::float8 as end
          from billings where id = ${body.billing_id as string}`;
      expect(Date.parse(String(body.due_at))).toBe(row!.end);
    } finally {
      await sql()`delete from settings where "group" = 'terms'`;
    }
  });

  test('R-API-14 R-API-15 a wrong code is refused with a message, and 429 after five', async () => {
    const { code, verify } = await send(await makeCourse());
    for (let wrong = 0; wrong < 5; wrong++) {
      const answer = await verify(wrongCode(code));
      expect([answer.status, answer.body.message, answer.body.code]).toEqual([
        400,
        'Invalid or expired OTP',
        'otp.invalid',
      ]);
    }
    const closed = await verify();
    expect([closed.status, closed.body.code]).toEqual([429, 'otp.too_many_attempts']);
    expect(Number(closed.retryAfter)).toBeGreaterThan(0);
  });

  test('R-VAL-26 R-VAL-31 seats taken between code and verification: 409 with the shortage', async () => {
    const course = await makeCourse({ totalSeats: 5 });
    const [first, second, third] = [await send(course, 3), await send(course, 3), await send(course, 2)];
    expect((await first.verify()).status).toBe(200);
    const short = await second.verify();
    expect([short.status, short.body.message]).toEqual([409, 'Maximum available seats: 2']);
    expect(short.body.shortages).toEqual([{ course_id: course.id, available: 2 }]);
    expect((await third.verify()).status).toBe(200);
    const last = await send(await makeCourse({ totalSeats: 1 }), 1);
    await sql()`update courses set adopted_seats = total_seats where id = ${Object.keys(last.request.selectedCourses)[0]!}`;
    const none = await last.verify();
    expect([none.status, none.body.message]).toEqual([409, 'No seats available for this course']);
  });

  test('one IP address cannot guess codes of many recipients', async () => {
    const body = verificationOf(requestOf(await makeCourse()), '7d2f1c52-8a4b-4c1e-9a55-0d1c6f0a9b11', '123456');
    const answers = await Promise.all(Array.from({ length: 121 }, () => post(verifyOtp, body)));
    expect(answers.filter(({ status }) => status === 400)).toHaveLength(120);
    expect(answers.filter(({ status, retryAfter }) => status === 429 && retryAfter)).toHaveLength(1);
  });
});
