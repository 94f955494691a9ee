import { expect, test } from 'vitest';
import { POST } from './route';

const choose = (fields: Record<string, string>) =>
  POST(new Request('http://localhost/api/language', { method: 'POST', body: new URLSearchParams(fields) }));

test('stores the language for a year and redirects back, including the query', async () => {
  const response = await choose({ locale: 'hi', to: '/course-list/Agar%20Malwa?from=map&x=1#top' });
  expect(response.status).toBe(303);
  expect(response.headers.get('location')).toBe('/course-list/Agar%20Malwa?from=map&x=1#top');
  expect(response.headers.get('set-cookie')).toBe('language=hi; Path=/; Max-Age=31536000; SameSite=Lax');
  expect(response.headers.get('cache-control')).toBe('no-store');
});

test.each([
  ['no target', { locale: 'hi' }],
  ['no language', { to: '/' }],
  ['a language the site has not', { locale: 'fr', to: '/' }],
  ['another site', { locale: 'hi', to: 'https://evil.example/' }],
  ['another site without its scheme', { locale: 'hi', to: '//evil.example' }],
  ['another site, as browsers read a backslash', { locale: 'hi', to: '/\\evil.example' }],
  ['a backslash further on', { locale: 'hi', to: '/a\\b' }],
  ['a tab that browsers drop', { locale: 'hi', to: '/\t/evil.example' }],
  ['a second header', { locale: 'hi', to: '/\r\nSet-Cookie: a=b' }],
  ['what no header can hold', { locale: 'hi', to: '/इंदौर' }],
  ['a relative path', { locale: 'hi', to: 'cart' }],
  ['a script', { locale: 'hi', to: 'javascript:alert(1)' }],
  ['nothing', { locale: 'hi', to: '' }],
  ['what is longer than any of our addresses', { locale: 'hi', to: `/${'a'.repeat(2000)}` }],
])('redirects nowhere and stores nothing: %s', async (_, fields) => {
  const response = await choose(fields as Record<string, string>);
  expect(response.status).toBe(400);
  expect(response.headers.get('set-cookie')).toBeNull();
  expect(response.headers.get('location')).toBeNull();
});
