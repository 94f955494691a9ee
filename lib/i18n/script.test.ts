import { expect, test } from 'vitest';
import { langOf } from './script';

test('a name in Devanagari is Hindi, also with a Latin place behind it; any other has the language of its page', () => {
  expect(langOf('शासकीय आईटीआई, उमरिया')).toBe('hi');
  expect(langOf('शासकीय आईटीआई, Umaria')).toBe('hi');
  expect(langOf('Indore Engineering College')).toBeUndefined();
  expect(langOf('')).toBeUndefined();
});
