import { afterEach, expect, test, vi } from 'vitest';
import en from './en/errors.json';
import { errorText, isErrorCode, isFilled, registerErrors } from './errors';
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
