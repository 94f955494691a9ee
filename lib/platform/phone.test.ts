import { expect, test } from 'vitest';
import { isForeignNumber, nationalNumber } from './phone';

test.each([
  ['+91 98930 12345', '98930 12345'],
  ['+919893012345', '9893012345'],
  ['+91-98930-12345', '98930-12345'],
  ['+91 (0) 98930 12345', '98930 12345'],
  ['0091 98930 12345', '98930 12345'],
  ['00919893012345', '9893012345'],
  ['91 98930 12345', '98930 12345'],
  ['919893012345', '9893012345'],
  ['09893012345', '9893012345'],
  ['0 98930-12345', '98930-12345'],
  [' +91 98930 12345', '98930 12345'],
  ['＋91 98930 12345', '98930 12345'],
  ['९८९३० १२३४५', '98930 12345'],
  ['９８９３０ ١٢٣٤٥', '98930 12345'],
  ['+९१ ९८९३० १२३४५', '98930 12345'],
  ['+91', ''],
  ['0091', ''],
  // Ten digits that begin like a country code are a number.
  ['9198930123', '9198930123'],
  ['0989301234', '0989301234'],
  // Not a whole number yet, or none: the rule of ten digits says so.
  ['9', '9'],
  ['91', '91'],
  ['0', '0'],
  ['91989301234', '91989301234'],
  ['9893012345678', '9893012345678'],
  ['12', '12'],
  // What remains after '+91' was typed and removed.
  [' 98930', '98930'],
  ['', ''],
])('a phone field keeps of %j: %j', (typed, kept) => expect(nationalNumber(typed)).toBe(kept));

test('a number of another country stays as it is, and is not Indian', () => {
  expect(nationalNumber('+1 555 0100')).toBe('+1 555 0100');
  expect(isForeignNumber('+1 555 0100')).toBe(true);
  expect(isForeignNumber('+91 98930 12345')).toBe(false);
  expect(isForeignNumber('98930 12345')).toBe(false);
});
