import { expect, test } from 'vitest';
import { lockedCourseText, phoneDigits, phoneOf, searchWords } from './rules';

test('search words are split at any whitespace, NFC-normalized, and stripped of invisible characters', () => {
  expect(searchWords('  Tata\u00a0 Mo\u200btors\tcafe\u0301 ')).toEqual(['Tata', 'Motors', 'caf\u00e9']);
  expect(searchWords(' \u200b ')).toEqual([]);
});

test('a word that looks like a phone number is reduced to its digits', () => {
  expect(['98765-43210', '+919876543210', '+91', '(0755)', 'B-12', '98765x'].map(phoneDigits)).toEqual([
    '9876543210',
    '9876543210',
    '',
    '0755',
    '',
    '',
  ]);
});

test('a search that is a phone number as a whole is reduced to it, without the code of India', () => {
  expect(['98765 43210', '+91 98765-43210', '0 98765 43210', '0755', 'SA-7K2M-Q4XT-90B1'].map(phoneOf)).toEqual([
    ...['9876543210', '9876543210', '9876543210', '', ''],
  ]);
});

test('A-74 a locked course is formatted with its institute, if it has one', () => {
  const line = { courseName: 'B.Tech', branch: 'Civil', institute: 'MANIT', city: 'Bhopal', seats: 12 };
  expect(lockedCourseText(line)).toBe('B.Tech Civil, MANIT, Bhopal: 12 seats');
  expect(lockedCourseText({ ...line, institute: '' })).toBe('B.Tech Civil, Bhopal: 12 seats');
});
