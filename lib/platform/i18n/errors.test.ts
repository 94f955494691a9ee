import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { afterEach, expect, test, vi } from 'vitest';
import en from './en/errors.json';
import { errorText, isErrorCode, isFilled, registerErrors, type ErrorCode } from './errors';
import hi from './hi/errors.json';

registerErrors('hi', hi);
afterEach(() => vi.unstubAllGlobals());

test('an error has its message in the given language, with its values', () => {
  expect(errorText('seats.max', { available: 41 }, 'en')).toBe('Maximum available seats: 41');
  expect(errorText('seats.max', { available: 41 }, 'hi')).toBe('अधिकतम उपलब्ध सीटें: 41');
  expect(errorText('seats.max', {}, 'hi')).toContain('{available}');
});

test('the default language is that of the page', () => {
  expect(errorText('otp.invalid')).toBe(en.otp.invalid);
  vi.stubGlobal('document', { documentElement: { lang: 'hi' } });
  expect(errorText('otp.invalid')).toBe(hi.otp.invalid);
});

test('codes are the keys of the messages, not names of Object.prototype', () => {
  expect(isErrorCode('otp.invalid')).toBe(true);
  for (const code of ['otp', 'otp.', '', 'constructor', 'otp.constructor', '__proto__.x', 'otp.invalid.length'])
    expect(isErrorCode(code), code).toBe(false);
});

/** All texts of a catalogue of errors, by their code. */
const textsOf = (at: object, prefix = ''): [string, string][] =>
  Object.entries(at).flatMap(([key, value]: [string, unknown]) =>
    typeof value === 'string' ? [[prefix + key, value]] : textsOf(value as object, `${prefix}${key}.`),
  );

test.each(Object.entries({ en, hi }))(
  'no brace of a message in %s is left once its values are there',
  (locale, catalogue) => {
    for (const [code, text] of textsOf(catalogue)) {
      const params = Object.fromEntries([...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => [name!, 7]));
      expect(errorText(code as 'otp.invalid', params, locale as 'en'), code).not.toMatch(/[{}]/);
      // The values that a raiser gives are those of the English message.
      expect(isFilled(code as 'otp.invalid', params), code).toBe(true);
    }
  },
);

/** Values that the endpoint adds to the refusal of a mutation: a contact, a date, a constant. */
const ADDED_BY_ENDPOINTS: Partial<Record<ErrorCode, string[]>> = {
  'seats.hold_wait': ['contact'],
  'adoption.repeated': ['date'],
  'share.decided': ['max'],
};

/**
 * The values of codes that no statement names: of schemas, where parseOrThrow gives the limit of the check and has another
 * message if there is none; and made of parts, with the endpoint's contact (refusedSend) and time.
 */
const MADE_OTHERWISE: Partial<Record<ErrorCode, string[]>> = {
  'adoption.text_too_long': ['max'],
  'auth.too_long': ['max'],
  'conversation.long': ['max'],
  'mailing.too_many': ['max'],
  'sponsor.too_long': ['max'],
  'entry.not_offered': ['course'],
  'entry.price_changed': ['course'],
  'seats.limit_address': ['max', 'time', 'contact'],
  'seats.limit_company': ['max', 'contact'],
  'seats.limit_domain': ['max', 'contact'],
  'seats.limit_email': ['max', 'contact'],
  'seats.limit_network': ['max', 'contact'],
  'seats.limit_phone': ['max', 'contact'],
};

/** The places in the source that raise a code, each with the statement around it. */
function raisersOf(
  code: string,
  sources: readonly (readonly [string, string])[],
): { file: string; statement: string }[] {
  // Not types, in which a code is followed by ';' or '|', and not tables of codes.
  const raised = new RegExp(`(?:\\bcode: |HttpError\\(|[eE]rrorText\\()'${code}'(?! *[;|])[^;]*`, 'g');
  return sources.flatMap(([file, source]) => [...source.matchAll(raised)].map(([statement]) => ({ file, statement })));
}

test('B3 every error is whole in both languages with the values that its raisers give', () => {
  const files = execFileSync('git', ['ls-files', 'lib', 'app', 'components', 'scripts'], { encoding: 'utf8' })
    .split('\n')
    .filter((file) => /\.tsx?$/.test(file) && !file.includes('.test.'));
  const sources = files.map((file) => [file, readFileSync(file, 'utf8')] as const);
  const torn: string[] = [];
  const ofNobody: string[] = [];
  for (const [code, text] of textsOf(en)) {
    const names = [...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!);
    const raisers = names.length > 0 ? raisersOf(code, sources) : [{ file: '', statement: '' }];
    const otherwise = MADE_OTHERWISE[code as ErrorCode];
    if (otherwise && raisers.length === 0) raisers.push({ file: 'made otherwise', statement: otherwise.join(' ') });
    if (raisers.length === 0) ofNobody.push(code);
    for (const { file, statement } of raisers) {
      const isGiven = (name: string) =>
        new RegExp(`\\b${name}\\b`).test(statement) ||
        (name === 'time' && statement.includes('retryAfterSeconds')) ||
        ADDED_BY_ENDPOINTS[code as ErrorCode]?.includes(name);
      const params = Object.fromEntries(names.filter(isGiven).map((name) => [name, 7]));
      for (const locale of ['en', 'hi'] as const)
        if (/[{}]|undefined/.test(errorText(code as ErrorCode, params, locale)))
          torn.push(`${code} in ${locale}: ${file}`);
    }
  }
  expect(torn).toEqual([]);
  expect(ofNobody).toEqual([]);
});
