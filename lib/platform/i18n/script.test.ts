import { expect, test } from 'vitest';
import { langOf } from './script';

test('a name in Devanagari is Hindi, even with a Latin place after it; one in Latin letters is English', () => {
  expect(langOf('शासकीय आईटीआई, उमरिया')).toBe('hi');
  expect(langOf('शासकीय आईटीआई, Umaria')).toBe('hi');
  expect(langOf('Indore Engineering College')).toBe('en');
  expect(langOf('(2026) 12-34')).toBeUndefined();
  expect(langOf('')).toBeUndefined();
});
