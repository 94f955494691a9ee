import { expect, test } from 'vitest';
import { defaultSettings, settingsSchemas } from './schema';
import { upiLink } from './upi';

test('a UPI app gets payee, amount with paise and reference', () => {
  expect(upiLink({ upiId: 'nyas@sbi', name: 'Shiksha Nyas & Co' }, 99_999_50, 'SA-7K2M-Q4XT-90BD')).toBe(
    'upi://pay?pa=nyas@sbi&pn=Shiksha%20Nyas%20%26%20Co&am=99999.50&cu=INR&tn=SA-7K2M-Q4XT-90BD',
  );
});

test.each([
  ['nyas@sbi', true],
  ['shiksha.nyas-1@okhdfcbank', true],
  ['', true],
  ['nyas@sbi&am=1', false],
  ['nyas', false],
  ['@sbi', false],
])('a UPI address in the settings: %s: %s', (upiId, isValid) => {
  expect(settingsSchemas.body.safeParse({ ...defaultSettings('body'), upiId }).success).toBe(isValid);
});
