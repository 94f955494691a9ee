import { afterEach, expect, test, vi } from 'vitest';
import en from './en/errors.json';
import { errorText, isErrorCode, registerErrors } from './errors';
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
