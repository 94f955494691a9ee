import { describe, expect, test } from 'vitest';
import { loginPath, registerPath, returnPath } from './return-path';

const SITE = 'https://seats.example';

describe('security 45: the page after signing in', () => {
  test.each([
    '//evil.example',
    '///evil.example/dashboard',
    '/\\evil.example',
    '/\\/evil.example',
    '\\\\evil.example',
    '/\t/evil.example',
    '/\n/evil.example',
    '\t//evil.example',
    'https://evil.example',
    'https:evil.example',
    'javascript:alert(1)',
    'data:text/html,x',
    'evil.example',
    '@evil.example',
    '',
    ' /cart',
    '/cart\u0000',
    '/कार्ट',
    `/${'a'.repeat(2000)}`,
    ['/cart'],
    undefined,
    null,
    '/login?to=/cart',
    '/register',
    '/reset-password',
    '/admin/dashboard',
    '/api/user/logout',
    '/shared-cart/c2VjcmV0',
    '/auditor/c2VjcmV0',
    '/',
    '/?x=1',
  ])('is the dashboard instead of %j', (given) => {
    expect(returnPath(given)).toBe('/dashboard');
    expect(loginPath(given)).toBe('/login');
    expect(registerPath(given)).toBe('/register');
  });

  test.each([
    '/%2Fevil.example',
    '/%5Cevil.example',
    '/%2F%2Fevil.example',
    '/.//evil.example',
    '/dashboard/..//evil.example',
    '/@evil.example',
    '/cart?to=//evil.example',
    '/cart#//evil.example',
    '/dashboard/city/Agar%20Malwa/B.Tech?sort=price',
    '/apiary',
  ])('stays on this site for %j', (given) => {
    expect(returnPath(given)).toBe(given);
    expect(new URL(returnPath(given), SITE).origin).toBe(SITE);
    for (const path of [loginPath(given), registerPath(given)])
      expect(new URL(path, SITE).searchParams.get('to')).toBe(given);
  });
});
