import { afterEach, expect, test, vi } from 'vitest';
import en from './en/errors.json';
import { errorText, isErrorCode, registerErrors } from './errors';
import hi from './hi/errors.json';

registerErrors('hi', hi);
afterEach(() => vi.unstubAllGlobals());

test('an error is told in the language asked for, its values filled in', () => {
  expect(errorText('seats.max', { available: 41 }, 'en')).toBe('Maximum available seats: 41');
  expect(errorText('seats.max', { available: 41 }, 'hi')).toBe('अधिकतम उपलब्ध सीटें: 41');
  expect(errorText('seats.max', {}, 'hi')).toContain('{available}');
});

test('without a language it is the page’s own', () => {
  expect(errorText('otp.invalid')).toBe(en.otp.invalid);
  vi.stubGlobal('document', { documentElement: { lang: 'hi' } });
  expect(errorText('otp.invalid')).toBe(hi.otp.invalid);
});

test('codes are those of the catalogue and nothing that an object has besides', () => {
  expect(isErrorCode('otp.invalid')).toBe(true);
  for (const code of ['otp', 'otp.', '', 'constructor', 'otp.constructor', '__proto__.x', 'otp.invalid.length'])
    expect(isErrorCode(code), code).toBe(false);
});
