import { describe, expect, test } from 'vitest';
import { EXAMPLE_SPONSOR } from '@/lib/api/field-descriptions';
import { generatePdfSchema } from '@/lib/documents/schema';
import {
  generateOtpShape,
  paymentOtpRequestSchema,
  paymentVerificationSchema,
  publicOtpRequestSchema,
  publicVerificationSchema,
  sponsorSchema,
  storeOtpRequestSchema,
  storeVerificationSchema,
  verifyOtpShape,
} from './schema';

const sponsor = {
  ...EXAMPLE_SPONSOR,
  fullName: 'Asha Verma',
  designation: 'HR Head',
  email: 'asha@acme.in',
  phone: '9876543210',
  company: 'Acme Ltd',
  industry: 'Automotive',
};
const ID = '7d2f1c52-8a4b-4c1e-9a55-0d1c6f0a9b11';
const line = { id: ID, selectedSeats: 2, pricePerSeat: 125000, totalPrice: 250000 };
const request = { ...sponsor, otpMethod: 'email', selectedCourses: { [ID]: line }, totalPrice: 250000 };
/** What a cart also has of a course. */
const offer = { session: '2026-27', study_year: 2, duration_years: 4 };
const verification = { otp: '012345', email: sponsor.email, phone: sponsor.phone, otpMethod: 'email', user_id: ID };

type Parser = { safeParse: (value: unknown) => { success: boolean; error?: { issues: { message: string }[] } } };
const firstProblem = (schema: Parser, value: unknown) => schema.safeParse(value).error?.issues[0]?.message ?? null;
const formProblem = (changes: Record<string, unknown>) => firstProblem(sponsorSchema, { ...sponsor, ...changes });
const requestProblem = (changes: Record<string, unknown>) =>
  firstProblem(publicOtpRequestSchema, { ...request, ...changes });
const lineProblem = (changes: Record<string, unknown>) =>
  requestProblem({ selectedCourses: { [ID]: { ...line, ...changes } } });

describe('the sponsor form', () => {
  test.each([
    ['R-VAL-10', 'fullName', '', 'sponsor.name_required'],
    ['R-VAL-10', 'fullName', '   ', 'sponsor.name_required'],
    ['R-VAL-11', 'fullName', 'ab', 'sponsor.name_short'],
    ['R-VAL-11', 'fullName', 'abc', null],
    ['R-VAL-12', 'designation', ' ', 'sponsor.designation_required'],
    ['R-VAL-13', 'email', '', 'sponsor.email_required'],
    ['R-VAL-14', 'email', 'a', 'sponsor.email_invalid'],
    ['R-VAL-14', 'email', 'a@b', 'sponsor.email_invalid'],
    ['R-VAL-14', 'email', 'a b@c.d', 'sponsor.email_invalid'],
    ['R-VAL-14', 'email', 'a@b.co', null],
    ['R-VAL-15', 'phone', ' ', 'sponsor.phone_required'],
    ['R-VAL-16', 'phone', '98765-43210', null],
    ['R-VAL-16', 'phone', '987654321', 'sponsor.phone_invalid'],
    ['R-VAL-16', 'phone', '98765432101', 'sponsor.phone_invalid'],
    ['R-VAL-16', 'phone', 'abc', 'sponsor.phone_invalid'],
    ['R-VAL-17', 'company', '', 'sponsor.company_required'],
    ['R-VAL-18', 'industry', '', 'sponsor.industry_required'],
  ])('%s %s %j gives %s', (_rule, field, value, problem) => {
    expect(formProblem({ [field]: value })).toBe(problem);
  });

  test.each(['fullName', 'designation', 'company', 'industry', 'email'])('%s has an end', (field) => {
    expect(formProblem({ [field]: `${'x'.repeat(300)}@b.co` })).toBe('sponsor.too_long');
  });

  test.each([
    'a@x.in,b@y.in',
    'a,b@y.in',
    'a@x.in;b@y.in',
    'a@x.in\r\nBcc: b@y.in',
    '<a@x.in>',
    'A <a@x.in>',
    'a\u0000b@x.in',
    'a\u200Bb@x.in',
    'a\u202Eb@x.in',
  ])('security 42: an e-mail that could name more than one recipient is refused: %j', (email) =>
    expect(formProblem({ email })).toBe('sponsor.email_invalid'),
  );

  test.each([
    ...['a@corp..example', 'a@.corp.example', 'a@corp:25', 'a@corp.example:25', 'a@corp.example/x', 'a@[10.0.0.1]'],
    ...['.a@corp.example', 'a.@corp.example', 'a..b@corp.example', 'अ@corp.example', 'a@mailto:b.in'],
  ])('security 112: an e-mail that no server delivers to is refused: %s', (email) =>
    expect(formProblem({ email })).toBe('sponsor.email_invalid'),
  );

  test('security 112: spellings of one address come out as one', () => {
    for (const email of ['asha@acme.in.', 'ASHA@ACME.IN..', 'mailto:asha@acme.in', 'asha@ａｃｍｅ。in'])
      expect(sponsorSchema.parse({ ...sponsor, email }).email, email).toBe('asha@acme.in');
    for (const email of ['hr@उद्योग.भारत', 'hr@xn--p1b2a6bvbxjk.xn--h2brj9c'])
      expect(sponsorSchema.parse({ ...sponsor, email }).email).toBe('hr@xn--p1b2a6bvbxjk.xn--h2brj9c');
  });

  test('security 43 security 44: spellings of one person come out as one', () => {
    const spelt = { ...sponsor, email: ' Asha\uFF20ACME.in ', phone: '(98765) 432-10', fullName: ' Asha \r\n Verma ' };
    expect(sponsorSchema.parse(spelt)).toEqual(sponsor);
  });

  test('security 43: marks that cannot be seen neither fill a name nor turn it round, and the joiners of Hindi stay', () => {
    for (const blank of ['\u200B\u200B\u200B', '\u200D\u200D\u200D', '\u3164\u3164\u3164'])
      expect(formProblem({ fullName: blank })).toBe('sponsor.name_required');
    expect(sponsorSchema.parse({ ...sponsor, company: 'Acme \u202EdtL\u2066' }).company).toBe('Acme dtL');
    expect(sponsorSchema.parse({ ...sponsor, company: 'क्\u200Dष लिमिटेड' }).company).toBe('क्\u200Dष लिमिटेड');
  });

  test.each(['fullName', 'designation', 'company', 'industry'])(
    'security 63 security 67: %s has no address and has letters that can be seen',
    (field) => {
      for (const name of [
        'https://evil.example/pay',
        'Pay at evil.com',
        'www.evil.in',
        'asha@evil.com',
        'Call 9876543210',
      ])
        expect(formProblem({ [field]: name }), name).toBe('name.address');
      for (const name of ['---', '1234', '₹₹₹', '\u0301\u0301\u0301'])
        expect(formProblem({ [field]: name }), name).toBe('name.no_letter');
      for (const name of ['\u2800\u2800\u2800', '\u061C\u061C\u061C', '\u{E0041}\u{E0042}\u{E0043}'])
        expect(formProblem({ [field]: name }), name).toMatch(/_required$/);
      for (const name of ['A.B. Road Industries', 'S.K.S. Pvt. Ltd.', 'M/s. Sharma & Sons', 'एच.ई.जी. लिमिटेड'])
        expect(formProblem({ [field]: name }), name).toBeNull();
    },
  );

  test('a country code makes twelve digits, which is not ten (A-69)', () => {
    expect(formProblem({ phone: '+91 98765 43210' })).toBe('sponsor.phone_invalid');
  });
});

describe('the public shape of generate-otp', () => {
  test('R-API-10 R-API-11 takes the form, the selection, the total, the method and the resend flag', () => {
    expect(requestProblem({})).toBeNull();
    expect(requestProblem({ isResend: true, user_id: ID })).toBeNull();
  });

  test('a line may name its offer, as in the PDF of the same cart', () => {
    expect(lineProblem(offer)).toBeNull();
    const texts = { branch: 'Civil', courseName: 'B.Tech', city: 'Rewa', institute: '' };
    const pdf = { userData: sponsor, selectedCourses: { [ID]: { ...line, ...texts, ...offer } } };
    expect(firstProblem(generatePdfSchema, pdf)).toBeNull();
  });

  test('R-ENT-13 the method is email or phone', () => {
    expect(requestProblem({ otpMethod: 'phone' })).toBeNull();
    expect(publicOtpRequestSchema.safeParse({ ...request, otpMethod: 'sms' }).success).toBe(false);
    expect(publicOtpRequestSchema.safeParse({ ...request, otpMethod: undefined }).success).toBe(false);
  });

  test('R-PAY-21 R-PAY-22 the contact of the selected channel is checked before the other fields', () => {
    expect(requestProblem({ email: ' ' })).toBe('otp.email_required');
    expect(requestProblem({ email: undefined })).toBe('otp.email_required');
    expect(requestProblem({ phone: '', otpMethod: 'phone' })).toBe('otp.phone_required');
    expect(requestProblem({ phone: '' })).toBe('sponsor.phone_required');
  });

  test('security 11: codes travel to Indian mobile numbers only', () => {
    expect(requestProblem({ phone: '1234567890', otpMethod: 'phone' })).toBe('sponsor.phone_invalid');
    expect(requestProblem({ phone: '1234567890' })).toBeNull();
  });

  test.each([-3, 0])('R-VAL-25 a line of %s seats is refused', (seats) => {
    expect(lineProblem({ selectedSeats: seats })).toBe('seats.none_selected');
  });

  test('R-VAL-25 an empty selection is refused', () => {
    expect(requestProblem({ selectedCourses: {} })).toBe('seats.none_selected');
  });

  test('R-VAL-30 an id that cannot be a course is an invalid selection', () => {
    expect(lineProblem({ id: 'nothing' })).toBe('course.unknown');
  });

  test('a selection has at most 200 lines', () => {
    const lines = (count: number) =>
      Object.fromEntries(
        Array.from({ length: count }, (_, n) => {
          const id = `7d2f1c52-8a4b-4c1e-9a55-${String(n).padStart(12, '0')}`;
          return [id, { ...line, id }];
        }),
      );
    expect(requestProblem({ selectedCourses: lines(200) })).toBeNull();
    expect(requestProblem({ selectedCourses: lines(201) })).toBe('selection.too_many');
  });

  test('amounts are numbers or numeric strings and come out as rupees', () => {
    const parsed = publicOtpRequestSchema.parse({ ...request, totalPrice: '250000.00' });
    expect(parsed.totalPaise).toBe(250000_00);
    for (const totalPrice of [-1, 'NaN', 1e309, null, '1e5', 0.001])
      expect(publicOtpRequestSchema.safeParse({ ...request, totalPrice }).success).toBe(false);
  });

  test('security 20: unknown keys are refused', () => {
    expect(publicOtpRequestSchema.safeParse({ ...request, role: 'admin' }).success).toBe(false);
    expect(
      publicOtpRequestSchema.safeParse({ ...request, selectedCourses: { [ID]: { ...line, held: 1 } } }).success,
    ).toBe(false);
  });
});

describe('the public shape of verify-otp', () => {
  test('R-API-14 accepts the code and the subject it was sent for', () => {
    expect(publicVerificationSchema.parse(verification)).toEqual(verification);
  });

  test.each(['12345', '1234567', '12a456', '１２３４５６', ' 123456', '', 123456, null])(
    'R-VAL-19 a code is exactly six digits in text, not %j',
    (otp) => expect(firstProblem(publicVerificationSchema, { ...verification, otp })).toBe('otp.shape'),
  );
});

describe('three shapes on one path', () => {
  test.each([
    [{ userId: ID }, 'payment'],
    [{ selected_courses: [] }, 'payment'],
    [{ userId: ID, selectedCourses: {}, otpMethod: 'email', email: 'a@b.co' }, 'payment'],
    [{ selectedCourses: {}, email: 'a@b.co' }, 'public'],
    [{ otpMethod: 'phone' }, 'public'],
    [{ email: 'a@b.co' }, 'store'],
    [{}, 'unknown'],
    [{ user_id: ID }, 'unknown'],
  ])('R-API-16 generate-otp detects the shape by the keys: %j is %s', (body, shape) =>
    expect(generateOtpShape(body)).toBe(shape),
  );

  test.each([
    [{ otp: '1', userId: ID, user_id: ID }, 'payment'],
    [{ otp: '1', user_id: ID, email: 'a@b.co' }, 'public'],
    [{ otp: '1', otpMethod: 'email', email: 'a@b.co' }, 'public'],
    [{ otp: '1', email: 'a@b.co' }, 'store'],
    [{ otp: '1' }, 'unknown'],
  ])('R-API-16 verify-otp detects the shape by the keys: %j is %s', (body, shape) =>
    expect(verifyOtpShape(body)).toBe(shape),
  );
});

describe("the payment screen's shapes", () => {
  const chosen = {
    course_id: ID,
    courseName: 'B.Tech',
    branch: 'Civil',
    selectedSeats: 2,
    pricePerSeat: 125000,
    totalPrice: 250000,
  };
  const payment = { userId: ID, selected_courses: [chosen], total_price: 250000 };
  const problem = (changes: Record<string, unknown>) =>
    firstProblem(paymentOtpRequestSchema, { ...payment, ...changes });
  const chosenProblem = (changes: Record<string, unknown>) =>
    problem({ selected_courses: [{ ...chosen, ...changes }] });

  test('a course may name its offer', () => expect(chosenProblem(offer)).toBeNull());

  test('R-API-07 R-API-08 take the user, the six fields of each course, and the total', () => {
    expect(paymentOtpRequestSchema.parse(payment)).toEqual({
      userId: ID,
      selected_courses: [{ id: ID, selectedSeats: 2, pricePaise: 125000_00, totalPaise: 250000_00 }],
      totalPaise: 250000_00,
    });
  });

  test('ids are normalised', () => {
    const upper = ID.toUpperCase();
    const parsed = paymentOtpRequestSchema.parse({
      ...payment,
      userId: upper,
      selected_courses: [{ ...chosen, course_id: upper }],
    });
    expect([parsed.userId, parsed.selected_courses[0]!.id]).toEqual([ID, ID]);
  });

  test('amounts are numbers or numeric strings (A-85)', () => {
    expect(problem({ total_price: '250000.00' })).toBeNull();
    for (const total_price of [-1, 'NaN', 1e309, null, '1e5', 0.001])
      expect(paymentOtpRequestSchema.safeParse({ ...payment, total_price }).success).toBe(false);
  });

  test.each([[[]], [undefined], [null], [{}]])('no courses: %j', (selected_courses) => {
    expect(problem({ selected_courses })).toBe('payment.empty');
  });

  test('R-VAL-25 a course without seats is refused', () => {
    for (const seats of [0, -3]) expect(chosenProblem({ selectedSeats: seats })).toBe('seats.none_selected');
  });

  test('a selection has at most 200 courses', () => {
    const courses = (count: number) =>
      Array.from({ length: count }, (_, n) => ({
        ...chosen,
        course_id: `7d2f1c52-8a4b-4c1e-9a55-${String(n).padStart(12, '0')}`,
      }));
    expect(problem({ selected_courses: courses(200) })).toBeNull();
    expect(problem({ selected_courses: courses(201) })).toBe('selection.too_many');
  });

  test('security 20: unknown keys are refused', () => {
    expect(paymentOtpRequestSchema.safeParse({ ...payment, phone: '9876543210' }).success).toBe(false);
    expect(paymentOtpRequestSchema.safeParse({ ...payment, selected_courses: [{ ...chosen, held: 1 }] }).success).toBe(
      false,
    );
  });

  test('R-API-13 verification accepts the code and the user', () => {
    expect(paymentVerificationSchema.parse({ otp: '012345', userId: ID })).toEqual({ otp: '012345', userId: ID });
    expect(firstProblem(paymentVerificationSchema, { otp: '12345', userId: ID })).toBe('otp.shape');
    expect(paymentVerificationSchema.safeParse({ otp: '012345', userId: ID, phone: '9' }).success).toBe(false);
  });
});

describe("the registered-user store's shapes", () => {
  test('R-API-06 R-API-12 accept the normalised e-mail, and the code', () => {
    expect(storeOtpRequestSchema.parse({ email: ' A@B.co ' })).toEqual({ email: 'a@b.co' });
    expect(storeVerificationSchema.parse({ otp: '012345', email: 'A@b.co' })).toEqual({
      otp: '012345',
      email: 'a@b.co',
    });
    expect(firstProblem(storeOtpRequestSchema, { email: 'a' })).toBe('sponsor.email_invalid');
    expect(firstProblem(storeVerificationSchema, { otp: '1', email: 'a@b.co' })).toBe('otp.shape');
    expect(storeOtpRequestSchema.safeParse({ email: 'a@b.co', role: 'x' }).success).toBe(false);
  });
});
