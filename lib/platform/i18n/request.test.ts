import { expect, test } from 'vitest';
import { acceptedLocale, requestLocale } from './request';

test.each([
  [null, 'en'],
  ['', 'en'],
  ['*', 'en'],
  ['hi', 'hi'],
  ['hi-IN,hi;q=0.9,en;q=0.8', 'hi'],
  ['en-IN,en;q=0.9,hi;q=0.8', 'en'],
  ['fr-FR, hi;q=0.7, en;q=0.3', 'hi'],
  ['fr-FR, de', 'en'],
  ['hi;q=0', 'en'],
  ['HI', 'hi'],
  ['en;q=0.1, hi;q=0.2', 'hi'],
  ['hi;q=bogus,,;;=', 'en'],
])('of %j the site speaks %s', (header, locale) => {
  expect(acceptedLocale(header)).toBe(locale);
});

test('API responses follow Accept-Language and ignore the language cookie', () => {
  const request = (headers: HeadersInit) => new Request('http://localhost/api/courses', { headers });
  expect(requestLocale(request({ 'accept-language': 'hi' }))).toBe('hi');
  expect(requestLocale(request({ cookie: 'language=hi' }))).toBe('en');
});
