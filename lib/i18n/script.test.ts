import { expect, test } from 'vitest';
import { langOf } from './script';

test('a name in Devanagari is Hindi, even with a Latin place after it; others have the language of the page', () => {
  expect(langOf('शासकीय आईटीआई, उमरिया')).toBe('hi');
  expect(langOf('शासकीय आईटीआई, Umaria')).toBe('hi');
  expect(langOf('Indore Engineering College')).toBeUndefined();
  expect(langOf('')).toBeUndefined();
});
