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
  ['an unsupported language', { locale: 'fr', to: '/' }],
  ['another site', { locale: 'hi', to: 'https://evil.example/' }],
  ['another site without a scheme', { locale: 'hi', to: '//evil.example' }],
  ['another site, as browsers read a backslash', { locale: 'hi', to: '/\\evil.example' }],
  ['a backslash later in the path', { locale: 'hi', to: '/a\\b' }],
  ['a tab, which browsers remove', { locale: 'hi', to: '/\t/evil.example' }],
  ['a second header', { locale: 'hi', to: '/\r\nSet-Cookie: a=b' }],
  ['characters not allowed in a header', { locale: 'hi', to: '/इंदौर' }],
  ['a relative path', { locale: 'hi', to: 'cart' }],
  ['a script', { locale: 'hi', to: 'javascript:alert(1)' }],
  ['nothing', { locale: 'hi', to: '' }],
  ['an address longer than any of the site', { locale: 'hi', to: `/${'a'.repeat(2000)}` }],
])('redirects nowhere and stores nothing: %s', async (_, fields) => {
  const response = await choose(fields as Record<string, string>);
  expect(response.status).toBe(400);
  expect(response.headers.get('set-cookie')).toBeNull();
  expect(response.headers.get('location')).toBeNull();
});
