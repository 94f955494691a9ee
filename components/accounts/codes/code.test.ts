import { expect, test } from 'vitest';
import { codeDigits, formatClock, withInserted } from './code';

test.each([
  ['12-34 5678', '123456'],
  ['Your code is 004217.', '004217'],
  ['12 34', '1234'],
  ['१२३४५६', '123456'],
  ['１２ ३४-56', '123456'],
  ['no digits', ''],
  ['', ''],
])('R-VAL-21 pasting %j gives %j', (pasted, digits) => {
  expect(codeDigits(pasted)).toBe(digits);
});

test.each([
  ['', 0, 0, '12a34 56', '123456'],
  ['', 0, 0, '1 2 3', '123'],
  ['123', 3, 3, '४', '1234'],
  ['123', 1, 2, '९', '193'],
  ['999999', 0, 6, '१', '1'],
  // A whole code replaces what was typed of another one.
  ['12', 2, 2, '654 321', '654321'],
  ['123456', 6, 6, '7', '123456'],
  ['12', 2, 2, 'x', '12'],
])('R-VAL-21 the code %j with %i to %i replaced by %j is %j', (code, start, end, text, changed) => {
  expect(withInserted(code, start, end, text)).toBe(changed);
});

test.each([
  [0, '0:00'],
  [24, '0:24'],
  [75, '1:15'],
  [600, '10:00'],
])('%i seconds read %s', (seconds, clock) => {
  expect(formatClock(seconds)).toBe(clock);
});
