import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { sql } from '@/db/client';
import { makeHold, makeSponsor } from '@/testing/db/adoption';
import { useTestDatabase } from '@/testing/db/database';
import { makeCourse, type CourseRow } from '@/testing/db/factories';
import { asSponsor, makeRegistration, makeSponsorAccount, type SponsorAccount } from '@/testing/db/identity';
import { databaseState } from '@/testing/db/state';
import { isSlower } from '@/testing/processor-time';
import { POST as processPayment } from './billing/process-payment/route';
import { POST as generateOtp } from './user/generate-otp/route';
import { POST as generatePdf } from './user/generate-pdf/route';
import { POST as login } from './user/login/route';
import { PUT as updateProfile } from './user/profile/update/[userId]/route';
import { POST as register } from './user/register/route';
import { POST as verifyOtp } from './user/verify-otp/route';

const { dataDir } = useTestDatabase();
process.env.PAYMENT_PROVIDER = 'sandbox';
beforeEach(() => {
  for (const level of ['info', 'warn', 'error'] as const) vi.spyOn(console, level).mockReturnValue();
  vi.spyOn(process.stdout, 'write').mockReturnValue(true);
  return () => vi.restoreAllMocks();
});

let sponsor: SponsorAccount;
let course: CourseRow;
let second: CourseRow;
let closed: CourseRow;
beforeAll(async () => {
  sponsor = await makeSponsorAccount();
  [course, second, closed] = [await makeCourse(), await makeCourse(), await makeCourse({ isOpen: false })];
  // The order is held, so that only the odd value can cause an error.
  await makeHold([{ course, seats: 2 }], sponsor);
});

type Handler = (request: Request, context: { params: Promise<{ userId: string }> }) => Promise<Response>;
type Json = Record<string, unknown>;
let endpoints = 0;

/**
 * JSON.stringify cannot write every number that a body can contain: the string '@1e309' is sent as the bare token
 * 1e309.
 */
const write = (body: unknown) =>
  JSON.stringify(body).replace(/"@((?:[^"\\]|\\.)*)"/g, (_, raw: string) => JSON.parse(`"${raw}"`));

/** Sends a body; each request uses another IP address, so that no rate limit interferes. */
async function send(handler: Handler, body: unknown, method = 'POST') {
  const made = asSponsor(sponsor, {
    method,
    headers: { 'X-Forwarded-For': `10.1.${++endpoints >> 8}.${endpoints & 255}` },
  });
  const request = new Request(made.url, { method, headers: made.headers, body: write(body) });
  const response = await handler(request, { params: Promise.resolve({ userId: sponsor.userId }) });
  return { status: response.status, body: (await response.json()) as Json };
}

const rupees = (seats = 2) => (seats * course.pricePaise) / 100;
const priced = ({ id, branch, courseType, city }: CourseRow, changes: Json = {}) => ({
  id,
  selectedSeats: 2,
  pricePerSeat: rupees(1),
  totalPrice: rupees(),
  branch,
  courseName: courseType,
  city,
  institute: '',
  ...changes,
});
const chosen = (of: CourseRow, changes: Json = {}) => {
  const { id: course_id, city: _city, institute: _institute, ...line } = priced(of, changes);
  return { course_id, ...line };
};

type Selection = { lines?: { of: CourseRow; changes?: Json }[]; total?: unknown };
/** The endpoints that take a selection: the body with these lines, all of one course by default, and this total. */
const SELECTIONS: [string, Handler, (selection?: Selection) => Json][] = [
  [
    'generate-otp of a visitor',
    generateOtp,
    ({ lines = [{ of: course }], total = rupees() * lines.length } = {}) => ({
      ...makeSponsor(),
      otpMethod: 'email',
      selectedCourses: Object.fromEntries(
        lines.map(({ of, changes }, n) => [n ? of.id.toUpperCase() : of.id, priced(of, changes)]),
      ),
      totalPrice: total,
    }),
  ],
  [
    'generate-otp of the payment screen',
    generateOtp,
    ({ lines = [{ of: course }], total = rupees() * lines.length } = {}) => ({
      userId: sponsor.userId,
      selected_courses: lines.map(({ of, changes }) => chosen(of, changes)),
      total_price: total,
    }),
  ],
  [
    'process-payment',
    processPayment,
    ({ lines = [{ of: course }], total = rupees() * lines.length } = {}) => ({
      userId: sponsor.userId,
      payment_method: 'upi',
      selected_courses: lines.map(({ of, changes }) => chosen(of, changes)),
      total_amount: total,
    }),
  ],
  [
    'generate-pdf',
    generatePdf as Handler,
    ({ lines = [{ of: course }] } = {}) => ({
      userData: makeSponsor(),
      selectedCourses: Object.fromEntries(
        lines.map(({ of, changes }, n) => {
          const id = n ? of.id.toUpperCase() : of.id;
          return [id, priced(of, { id, ...changes })];
        }),
      ),
    }),
  ],
];
const PAID = SELECTIONS.slice(0, 3);

const NO_SEATS = ['-3', '0', '-0', '1.5', '1e309', '-1e309', '"NaN"', '9007199254740992', '10001', 'null'];
const NO_NUMBERS = ['["1"]', '[1]', '{}', '{"valueOf":1}', 'true', 'false', '"1"', '""', '"1e3"'];

let before: Awaited<ReturnType<typeof databaseState>>;
const expectUnchanged = async () => {
  expect(await databaseState()).toEqual(before);
  expect(await readdir(join(dataDir, 'outbox')).catch(() => [])).toEqual([]);
};
beforeAll(async () => {
  before = await databaseState();
});

describe.each(SELECTIONS)('%s', (name, handler, bodyOf) => {
  test.each([
    ['security 22', NO_SEATS],
    ['security 23', NO_NUMBERS],
  ])('%s: for seats of any of %j: 400, seats unchanged', async (_threat, values) => {
    for (const raw of values) {
      const lines = [{ of: course, changes: { selectedSeats: `@${raw}` } }];
      expect(await send(handler, bodyOf({ lines })), raw).toMatchObject({
        status: 400,
        body: { message: expect.any(String) },
      });
    }
    await expectUnchanged();
  });

  test('security 24: one course twice, also in another spelling of its id: 400, nothing locked', async () => {
    const twice = [{ of: course }, { of: course }];
    expect(await send(handler, bodyOf({ lines: twice }))).toMatchObject({
      status: 400,
      body: { message: 'Invalid course selection' },
    });
    const spelled = [{ of: course }, { of: { ...course, id: course.id.toUpperCase() } }];
    expect((await send(handler, bodyOf({ lines: spelled }))).status).toBe(400);
    await expectUnchanged();
  });

  test('security 25: a course that is unknown, closed or none: 400 or 409, nothing locked', async () => {
    const unknown = { ...course, id: crypto.randomUUID() };
    // A payment is compared with the hold, which was made while the course was open.
    const refusal = name === 'process-payment' ? { status: 409, body: { code: 'selection.changed' } } : INVALID;
    for (const of of [unknown, closed]) expect(await send(handler, bodyOf({ lines: [{ of }] }))).toMatchObject(refusal);
    for (const id of ['nothing', '', '%00', "' or true --"])
      expect((await send(handler, bodyOf({ lines: [{ of: { ...course, id } }] }))).status, id).toBe(400);
    const [known] = [{ of: second }];
    const mixed = await send(handler, bodyOf({ lines: [known, { of: unknown }] }));
    expect([400, 409]).toContain(mixed.status);
    await expectUnchanged();
  });
});
const INVALID = { status: 400, body: { message: 'Invalid course selection' } };

describe.each(PAID)('%s', (_name, handler, bodyOf) => {
  test('security 21: a total, a line total or a price of one rupee: 409, nothing created', async () => {
    const line = (changes: Json) => [{ of: course, changes }];
    for (const selection of [
      { total: 1 },
      { total: '1.00' },
      { lines: line({ totalPrice: 1 }) },
      { lines: line({ pricePerSeat: 1 }) },
      { lines: line({ pricePerSeat: 1, totalPrice: 2 }), total: 2 },
      { lines: line({ pricePerSeat: 0, totalPrice: 0 }), total: 0 },
      { lines: line({ pricePerSeat: rupees(1) - 0.01, totalPrice: rupees() - 0.02 }), total: rupees() - 0.02 },
    ])
      expect(await send(handler, bodyOf(selection)), JSON.stringify(selection)).toMatchObject({
        status: 409,
        body: { code: 'selection.changed' },
      });
    await expectUnchanged();
  });

  test('security 22 security 23: amounts that are none: 400, nothing created', async () => {
    for (const raw of ['-3', '1e309', '"NaN"', '9007199254740992', 'null', '["1"]', '{}', 'true', '1.005', '"1e5"'])
      for (const selection of [
        { total: `@${raw}` },
        { lines: [{ of: course, changes: { pricePerSeat: `@${raw}` } }] },
        { lines: [{ of: course, changes: { totalPrice: `@${raw}` } }] },
      ])
        expect((await send(handler, bodyOf(selection))).status, raw).toBe(400);
    await expectUnchanged();
  });
});

describe('security 23: what is no text where a text belongs', () => {
  const NO_TEXT = ['["x"]', '{}', '{"toString":1}', 'true', '7', 'null'];
  const FORMS: [string, Handler, () => Json][] = [
    ['register', register as Handler, () => makeRegistration()],
    ['login', login as Handler, () => ({ email: sponsor.email, password: sponsor.password })],
    [
      'profile/update',
      updateProfile as Handler,
      () => ({ full_name: 'A', designation: 'B', phone_number: '1', company_name: 'C' }),
    ],
    ['generate-otp of a visitor', generateOtp as Handler, SELECTIONS[0]![2]],
    ['generate-otp of the store', generateOtp as Handler, () => ({ email: 'a@b.in' })],
    ['verify-otp of the store', verifyOtp as Handler, () => ({ email: 'a@b.in', otp: '000000' })],
    [
      'verify-otp of a visitor',
      verifyOtp as Handler,
      () => ({
        otp: '000000',
        email: 'a@b.in',
        phone: '9876543210',
        otpMethod: 'email',
        user_id: crypto.randomUUID(),
      }),
    ],
    ['verify-otp of the payment screen', verifyOtp as Handler, () => ({ otp: '000000', userId: sponsor.userId })],
  ];
  test.each(FORMS)('security 23: %s: 400 for every field, and nothing is written', async (name, handler, bodyOf) => {
    const method = name === 'profile/update' ? 'PUT' : 'POST';
    const fields = Object.keys(bodyOf()).filter((field) => !['selectedCourses', 'totalPrice'].includes(field));
    for (const field of fields)
      for (const raw of NO_TEXT) {
        const { status } = await send(handler, { ...bodyOf(), [field]: `@${raw}` }, method);
        // Ownership is checked first: a malformed id belongs to nobody.
        expect(status, `${field} ${raw}`).toBe(field === 'userId' ? 403 : 400);
      }
    await expectUnchanged();
  });
});

test('control: the same bodies without an odd value are accepted', async () => {
  const [[, , ofVisitor], , [, , ofPayment]] = SELECTIONS as [
    (typeof SELECTIONS)[0],
    (typeof SELECTIONS)[0],
    (typeof SELECTIONS)[0],
  ];
  expect((await send(processPayment, ofPayment())).status).toBe(200);
  expect((await send(generateOtp, ofVisitor())).status).toBe(200);
  expect(await sql()`select adopted_seats from courses where id = ${course.id}`).toEqual([{ adopted_seats: 2 }]);
});

test('security 109: an e-mail of combining marks is refused as quickly as one of letters', async () => {
  const refuse = (email: string) => async () => expect((await send(generateOtp, { email })).status).toBe(400);
  const marks = `a${'\u0301\u0323'.repeat(45_000)}`;
  expect(await isSlower(refuse(marks), refuse('a'.repeat(90_000)))).toBe(false);
});
