import { expect, test } from 'vitest';
import { formatClock, pastedDigits } from './code';

test.each([
  ['12-34 5678', '123456'],
  ['Your code is 004217.', '004217'],
  ['12 34', '1234'],
  ['no digits', ''],
  ['', ''],
])('R-VAL-21 pasting %j gives %j', (pasted, digits) => {
  expect(pastedDigits(pasted)).toBe(digits);
});

test.each([
  [0, '0:00'],
  [24, '0:24'],
  [75, '1:15'],
  [600, '10:00'],
])('%i seconds read %s', (seconds, clock) => {
  expect(formatClock(seconds)).toBe(clock);
});
