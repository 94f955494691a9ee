import { describe, expect, test } from 'vitest';
import { publicOtpRequestSchema, publicVerificationSchema, sponsorSchema } from './schema';

const sponsor = {
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
  ])('an e-mail that could name more than one recipient is refused: %j', (email) =>
    expect(formProblem({ email })).toBe('sponsor.email_invalid'),
  );

  test('spellings of one person come out as one', () => {
    const spelt = { ...sponsor, email: ' Asha\uFF20ACME.in ', phone: '(98765) 432-10', fullName: ' Asha \r\n Verma ' };
    expect(sponsorSchema.parse(spelt)).toEqual(sponsor);
  });

  test('security 43: marks that cannot be seen neither fill a name nor turn it round, and the joiners of Hindi stay', () => {
    for (const blank of ['\u200B\u200B\u200B', '\u200D\u200D\u200D', '\u3164\u3164\u3164'])
      expect(formProblem({ fullName: blank })).toBe('sponsor.name_required');
    expect(sponsorSchema.parse({ ...sponsor, company: 'Acme \u202EdtL\u2066' }).company).toBe('Acme dtL');
    expect(sponsorSchema.parse({ ...sponsor, company: 'क्\u200Dष लिमिटेड' }).company).toBe('क्\u200Dष लिमिटेड');
  });

  test('a country code makes twelve digits, which is not ten (A-69)', () => {
    expect(formProblem({ phone: '+91 98765 43210' })).toBe('sponsor.phone_invalid');
  });
});

describe('the public shape of generate-otp', () => {
  test('R-API-10 R-API-11 takes the form, the selection, the total, the method and the resend flag', () => {
    expect(requestProblem({})).toBeNull();
    expect(requestProblem({ isResend: true, user_id: ID })).toBeNull();
  });

  test('R-ENT-13 the method is email or phone', () => {
    expect(requestProblem({ otpMethod: 'phone' })).toBeNull();
    expect(publicOtpRequestSchema.safeParse({ ...request, otpMethod: 'sms' }).success).toBe(false);
    expect(publicOtpRequestSchema.safeParse({ ...request, otpMethod: undefined }).success).toBe(false);
  });

  test('R-PAY-21 R-PAY-22 the chosen channel asks for its contact before the form does', () => {
    expect(requestProblem({ email: ' ' })).toBe('otp.email_required');
    expect(requestProblem({ email: undefined })).toBe('otp.email_required');
    expect(requestProblem({ phone: '', otpMethod: 'phone' })).toBe('otp.phone_required');
    expect(requestProblem({ phone: '' })).toBe('sponsor.phone_required');
  });

  test('codes travel to Indian mobile numbers only', () => {
    expect(requestProblem({ phone: '1234567890', otpMethod: 'phone' })).toBe('sponsor.phone_invalid');
    expect(requestProblem({ phone: '1234567890' })).toBeNull();
  });

  test.each([-3, 0])('R-VAL-25 a line of %s seats is no choice', (seats) => {
    expect(lineProblem({ selectedSeats: seats })).toBe('seats.none_selected');
  });

  test.each([1.5, Infinity, NaN, 2 ** 53, '1', ['1'], {}, true, null])(
    'seats are never coerced: %j',
    (selectedSeats) => {
      expect(
        publicOtpRequestSchema.safeParse({ ...request, selectedCourses: { [ID]: { ...line, selectedSeats } } }).success,
      ).toBe(false);
    },
  );

  test('R-VAL-25 an empty selection is no choice', () => {
    expect(requestProblem({ selectedCourses: {} })).toBe('seats.none_selected');
  });

  test('R-VAL-30 an id that cannot be a course is an invalid selection', () => {
    expect(lineProblem({ id: 'nothing' })).toBe('course.unknown');
  });

  test('one course cannot be named twice', () => {
    const other = '7d2f1c52-8a4b-4c1e-9a55-0d1c6f0a9b12';
    expect(requestProblem({ selectedCourses: { [ID]: line, [other]: line } })).toBe('course.unknown');
    expect(requestProblem({ selectedCourses: { [ID]: line, [ID.toUpperCase()]: line } })).toBe('course.unknown');
  });

  test('a selection ends at 200 lines', () => {
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
    expect(parsed.totalPrice).toBe(250000);
    for (const totalPrice of [-1, 'NaN', 1e309, null, '1e5', 0.001])
      expect(publicOtpRequestSchema.safeParse({ ...request, totalPrice }).success).toBe(false);
  });

  test('unknown keys are refused', () => {
    expect(publicOtpRequestSchema.safeParse({ ...request, role: 'admin' }).success).toBe(false);
    expect(
      publicOtpRequestSchema.safeParse({ ...request, selectedCourses: { [ID]: { ...line, held: 1 } } }).success,
    ).toBe(false);
  });

  test.each([
    { userId: ID, selected_courses: [], total_price: 0 },
    { ...request, userId: ID },
    { email: 'a@b.co' },
    {},
  ])('other shapes are not served yet %#', (body) => {
    expect(firstProblem(publicOtpRequestSchema, body)).toBe('request.invalid');
  });
});

describe('the public shape of verify-otp', () => {
  test('R-API-14 takes the code and the subject it was sent for', () => {
    expect(publicVerificationSchema.parse(verification)).toEqual(verification);
  });

  test.each(['12345', '1234567', '12a456', '１２３４５６', ' 123456', '', 123456, null])(
    'R-VAL-19 a code is exactly six digits in text, not %j',
    (otp) => expect(firstProblem(publicVerificationSchema, { ...verification, otp })).toBe('otp.shape'),
  );

  test.each([{ otp: '123456', userId: ID }, { otp: '123456', email: 'a@b.co' }, {}])(
    'other shapes are not served yet %#',
    (body) => {
      expect(firstProblem(publicVerificationSchema, body)).toBe('request.invalid');
    },
  );
});
