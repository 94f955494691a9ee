import { NextRequest } from 'next/server';
import {
  unstable_doesMiddlewareMatch as doesMatch,
  unstable_getResponseFromNextConfig as responseOf,
} from 'next/experimental/testing/server';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { NONCE_HEADER } from '@/lib/platform/csp';
import { FILE_POLICY } from '@/lib/platform/file-policy.mjs';
import nextConfig from '@/next.config.mjs';
import { config } from '@/proxy';

const POLICY = 'content-security-policy';

const PAGES = [
  '/',
  '/login',
  '/course-list/Dr.%20Ambedkar%20Nagar/B.Tech',
  '/dashboard',
  '/admin/users',
  '/docs/api',
  '/nothing.js',
  '/apifoo',
  '/robots.txt/more',
  '/_next/nothing',
  '/_next/image',
  '/_next/data/build/index.json',
];
const FILES = [
  '/api',
  '/api/courses',
  '/api/user/profile/1',
  '/_next/static/chunks/a.js',
  '/geo/mp-districts.geojson',
  '/icons/192.png',
  '/social/en.png',
  '/favicon.ico',
  '/icon.svg',
  '/apple-icon.png',
  '/manifest.webmanifest',
  '/robots.txt',
  '/sitemap.xml',
];

/** Runs a page request through the proxy: returns the response and the headers passed on to the page. */
async function throughProxy(headers: Record<string, string> = {}, url = 'https://seats.example/login') {
  const { proxy } = await import('@/proxy');
  const response = proxy(new NextRequest(url, { headers })).headers;
  return { response, page: (name: string) => response.get(`x-middleware-request-${name}`) };
}

beforeEach(() => {
  vi.resetModules();
  vi.stubEnv('DATABASE_URL', 'postgres://user:password@db.example/seats');
  vi.stubEnv('APP_SECRET', 'a secret of at least thirty-two characters');
  vi.stubEnv('APP_URL', 'https://seats.example');
  vi.stubEnv('MESSAGE_TRANSPORT', 'outbox');
});

describe('security 54: every answer has exactly one policy', () => {
  const policyOf = async (url: string) => (await responseOf({ url, nextConfig })).headers.get(POLICY);

  test.each(PAGES)('%s gets that of a page, whatever it is asked for as', async (url) => {
    expect(await policyOf(url)).toBeNull();
    for (const header of ['next-router-prefetch', 'purpose', 'rsc', 'x-middleware-subrequest'])
      expect(doesMatch({ config, nextConfig, url, headers: { [header]: 'prefetch' } })).toBe(true);
  });

  test.each(FILES)('%s gets that of what is no page', async (url) => {
    expect(await policyOf(url)).toBe(FILE_POLICY);
    expect(doesMatch({ config, nextConfig, url })).toBe(false);
  });

  test.each([...PAGES, ...FILES])('%s says the rest too', async (url) => {
    const headers = Object.fromEntries((await responseOf({ url, nextConfig })).headers);
    expect(headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'cross-origin-resource-policy': /^\/(icons|social)\//.test(url) ? 'cross-origin' : 'same-origin',
    });
    // A page loads a dozen scripts; headers that only matter for documents would add bytes to each.
    if (url.startsWith('/_next/static/')) return expect(headers).not.toHaveProperty('permissions-policy');
    expect(headers).toMatchObject({
      'x-frame-options': 'DENY',
      'referrer-policy': 'strict-origin-when-cross-origin',
      'cross-origin-opener-policy': 'same-origin',
      'permissions-policy': expect.stringContaining('camera=(), ') as string,
    });
  });
});

test('security 76: the address of a shared cart stays out of caches, search engines and the Referer header', async () => {
  const url = '/shared-cart/Zk3vQ8yT1mB6wXe0RjN5uHs9cLf2dAo7GpIq4ViKtYE';
  expect(Object.fromEntries((await responseOf({ url, nextConfig })).headers)).toMatchObject({
    'cache-control': 'private, no-store',
    'referrer-policy': 'no-referrer',
    'x-robots-tag': 'noindex, nofollow',
    'x-frame-options': 'DENY',
  });
});

describe('security 54: the proxy', () => {
  test('makes a nonce of 128 bits for each answer, the same for policy and page', async () => {
    const responses = await Promise.all(Array.from({ length: 50 }, () => throughProxy()));
    for (const { response, page } of responses) {
      const [, nonce] = /script-src 'nonce-([\w+/]{22}==)'/.exec(response.get(POLICY) ?? '') ?? [];
      expect(nonce).toBeTruthy();
      expect([page(NONCE_HEADER), page(POLICY)]).toEqual([nonce, response.get(POLICY)]);
    }
    expect(new Set(responses.map(({ page }) => page(NONCE_HEADER))).size).toBe(responses.length);
  });

  test('takes no nonce, policy or unfit id from a request', async () => {
    const { response, page } = await throughProxy({
      [NONCE_HEADER]: 'mine',
      [POLICY]: "script-src 'nonce-mine'",
      'x-request-id': 'a"<script>',
    });
    expect(page(NONCE_HEADER)).not.toBe('mine');
    expect(page(POLICY)).toBe(response.get(POLICY));
    expect(response.get(POLICY)).not.toContain('mine');
    expect(response.get('x-request-id')).toMatch(/^[\w-]{36}$/);
  });

  test('keeps the id that a proxy in front gave, for the page and in the answer', async () => {
    const { response, page } = await throughProxy({ 'x-request-id': 'front-0123456789' });
    expect([response.get('x-request-id'), page('x-request-id')]).toEqual(['front-0123456789', 'front-0123456789']);
  });

  test('speaks of https only where the site is opened by it', async () => {
    expect((await throughProxy()).response.get('strict-transport-security')).toBe(
      'max-age=31536000; includeSubDomains',
    );
    vi.resetModules();
    vi.stubEnv('APP_URL', 'http://localhost:3000');
    const { response } = await throughProxy();
    expect(response.get('strict-transport-security')).toBeNull();
    expect(response.get(POLICY)).not.toContain('upgrade-insecure-requests');
  });

  test('R-REG-20 lets pages ask the configured boundary host and the tile server, and no other', async () => {
    vi.stubEnv('NEXT_PUBLIC_DISTRICTS_URL', 'https://maps.example.org/mp.geojson');
    const policy = (await throughProxy()).response.get(POLICY);
    expect(policy).toContain("connect-src 'self' https://maps.example.org;");
    expect(policy).toContain("img-src 'self' data: https://tile.openstreetmap.org;");
  });
});

describe('pages behind an id or reference of a person', () => {
  const robots = async (path: string) => (await responseOf({ url: path, nextConfig })).headers.get('x-robots-tag');

  test.each([
    '/waiting/3f8e2b1c-5d4a-4c7b-9e6f-0a1b2c3d4e5f',
    '/adoptions/SA-7K2M-Q4XT-90BD',
    '/verify/SA-7K2M-Q4XT-90BD',
    '/shared-cart/reserved/3f8e2b1c-5d4a-4c7b-9e6f-0a1b2c3d4e5f',
    '/dashboard/adoptions/3f8e2b1c-5d4a-4c7b-9e6f-0a1b2c3d4e5f',
    '/admin/adoptions/SA-7K2M-Q4XT-90BD',
    '/office/students',
  ])('%s is not for search engines', async (path) => expect(await robots(path)).toBe('noindex, nofollow'));

  test.each(['/', '/course-list/Indore/B.Tech', '/waiting', '/adoptions'])('%s has no such header', async (path) =>
    expect(await robots(path)).toBeNull(),
  );
});
