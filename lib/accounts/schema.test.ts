import { describe, expect, test } from 'vitest';
import { loginSchema, profileSchema, profileUpdateSchema, registrationSchema } from './schema';

const registration = {
  full_name: 'Asha Verma',
  designation: 'HR Head',
  email: 'asha@acme.in',
  phone_number: '9876543210',
  company_name: 'Acme Ltd',
  password: 'correct horse',
};
const login = { email: registration.email, password: registration.password };
const { full_name, designation, phone_number, company_name } = registration;
const profile = { full_name, designation, phone_number, company_name };

type Parser = { safeParse: (value: unknown) => { success: boolean; error?: { issues: { message: string }[] } } };
const problem = (schema: Parser, value: unknown) => schema.safeParse(value).error?.issues[0]?.message ?? null;
const emailProblem = (email: unknown) => problem(registrationSchema, { ...registration, email });

describe('registration', () => {
  test.each(Object.keys(registration))('R-VAL-04 %s is required, and blank means missing', (field) => {
    for (const value of [undefined, null, '', 7])
      expect(problem(registrationSchema, { ...registration, [field]: value })).toBe('auth.field_required');
    if (field === 'password') return;
    for (const value of ['  ', '\t\n'])
      expect(problem(registrationSchema, { ...registration, [field]: value })).toBe('auth.field_required');
  });

  test("R-VAL-06 no further rules: a phone '12', a name, a designation and a password of one character", () => {
    const least = {
      ...registration,
      full_name: 'A',
      designation: 'B',
      company_name: 'C',
      phone_number: '12',
      password: ' ',
    };
    expect(registrationSchema.parse(least)).toEqual(least);
  });

  test('fields are trimmed, the password is not (A-26)', () => {
    const spaced = Object.fromEntries(Object.entries(registration).map(([key, value]) => [key, `  ${value} `]));
    expect(registrationSchema.parse(spaced)).toEqual({ ...registration, password: '  correct horse ' });
  });

  test.each(Object.keys(registration))('%s has a maximum length', (field) => {
    const max = field === 'password' ? 128 : 255;
    const of = (length: number) => (field === 'email' ? `${'x'.repeat(length - 5)}@b.co` : 'x'.repeat(length));
    expect(problem(registrationSchema, { ...registration, [field]: of(max) })).toBeNull();
    expect(problem(registrationSchema, { ...registration, [field]: of(max + 1) })).toBe('auth.too_long');
  });

  test.each(['role', 'id', 'kind', 'adopted_students', 'password_hash', 'email_verified_at'])(
    'security 20: %s is nothing that a sponsor may send',
    (key) => {
      expect(problem(registrationSchema, { ...registration, [key]: 'x' })).not.toBeNull();
      expect(problem(profileUpdateSchema, { ...profile, [key]: 'x' })).not.toBeNull();
      expect(problem(loginSchema, { ...login, [key]: 'x' })).not.toBeNull();
    },
  );
});

test.each(['full_name', 'designation', 'company_name'])(
  'security 63 security 67: %s of an account has no address and has letters that can be seen, also when it is changed',
  (field) => {
    const problems = (value: string) => [
      problem(registrationSchema, { ...registration, [field]: value }),
      problem(profileUpdateSchema, { ...profile, [field]: value }),
    ];
    for (const name of ['https://evil.example/pay', 'Pay at evil.com', 'asha@evil.com', 'Call 9876543210'])
      expect(problems(name), name).toEqual(['name.address', 'name.address']);
    expect(problems('--')).toEqual(['name.no_letter', 'name.no_letter']);
    for (const name of ['\u2800', '\u061C', '\u{E0041}'])
      expect(problems(name), name).toEqual(['auth.field_required', 'auth.field_required']);
    expect(problems('S.K.S. Pvt. Ltd.')).toEqual([null, null]);
  },
);

describe('the e-mail of an account', () => {
  // Expected results were taken from checkValidity() of type=email in Chromium.
  test.each(['a@b.in', 'a@b', "o'neil+x@b-c.co.in", 'a.@b.in', '1@2'])('%s is valid for type=email (A-26)', (email) =>
    expect(emailProblem(email)).toBeNull(),
  );
  test.each(['a', '@b.in', 'a@', 'a@b..in', 'a@-b.in', 'a b@c.in', 'a@b_c.in', 'अ@b.in', '"a b"@c.in'])(
    '%s is invalid for type=email (A-26)',
    (email) => expect(emailProblem(email)).toBe('auth.email_invalid'),
  );
  test.each(['a@x.in,b@y.in', 'a@x.in;b@y.in', 'a@x.in\r\nBcc: b@y.in', '<a@x.in>', 'a\u0007b@x.in', 'a\u200Bb@x.in'])(
    'security 42: %j cannot name a second recipient',
    (email) => expect(emailProblem(email)).toBe('auth.email_invalid'),
  );
  test('security 43, 112: spellings of one address come out as one', () => {
    for (const email of [
      ' ASHA@acme.IN ',
      'asha\uFF20acme.in',
      '\uFF41sha@acme.in',
      'asha@acme.in.',
      'mailto:asha@acme.in',
    ])
      expect(loginSchema.parse({ ...login, email }).email).toBe('asha@acme.in');
  });
});

describe('login', () => {
  test.each([
    ['R-VAL-01', 'email'],
    ['R-VAL-02', 'password'],
  ])('%s %s is required', (_rule, field) => {
    for (const value of [undefined, '', null])
      expect(problem(loginSchema, { ...login, [field]: value })).toBe('auth.field_required');
  });
});

describe('a changed profile', () => {
  test.each(Object.keys(profile))('%s is required (A-63)', (field) => {
    for (const value of [undefined, ' '])
      expect(problem(profileUpdateSchema, { ...profile, [field]: value })).toBe('auth.field_required');
  });

  test('an e-mail of any form is accepted (A-63)', () => {
    for (const email of ['asha@acme.in', 'nobody', ''])
      expect(problem(profileUpdateSchema, { ...profile, email })).toBeNull();
  });
});

test('R-DASH-03 a profile without a number of students has 0', () => {
  const id = '00000000-0000-4000-8000-00000000000a';
  expect(profileSchema.parse({ ...profile, id, email: registration.email }).adopted_students).toBe(0);
});
