import { randomBytes } from 'node:crypto';
import { NextResponse, type NextRequest } from 'next/server';
import { NONCE_HEADER, pagePolicy, STRICT_TRANSPORT } from '@/lib/platform/csp';
import { env } from '@/lib/platform/env';
import { PAGE_PATH_HEADER } from '@/lib/platform/page-path';
import { REQUEST_ID_HEADER, requestIdOf } from '@/lib/platform/request-id';
import { BOUNDARY_SOURCES, LOCAL_BOUNDARIES } from '@/lib/map/sources';
import { TILE_URL } from '@/lib/map/view';

const POLICY = 'Content-Security-Policy';
const SOURCES = {
  pictures: [TILE_URL],
  calls: BOUNDARY_SOURCES.filter((address) => address !== LOCAL_BOUNDARIES),
  development: process.env.NODE_ENV === 'development',
};

/**
 * Sets a Content-Security-Policy with a new nonce for each page, a request id, and the path for the page. It does not control access: pages
 * and handlers check that themselves.
 */
export function proxy(request: NextRequest): NextResponse {
  const nonce = randomBytes(16).toString('base64');
  const https = env().APP_URL.startsWith('https:');
  const policy = pagePolicy({ ...SOURCES, nonce, https });
  const id = requestIdOf(request.headers.get(REQUEST_ID_HEADER));

  const headers = new Headers(request.headers);
  headers.set(POLICY, policy);
  headers.set(NONCE_HEADER, nonce);
  headers.set(REQUEST_ID_HEADER, id);
  headers.set(PAGE_PATH_HEADER, request.nextUrl.pathname + request.nextUrl.search);
  const response = NextResponse.next({ request: { headers } });
  response.headers.set(POLICY, policy);
  response.headers.set(REQUEST_ID_HEADER, id);
  if (https) response.headers.set('Strict-Transport-Security', STRICT_TRANSPORT);
  return response;
}

/**
 * All paths that may be pages. Every path is either matched here or gets its policy from next.config.ts;
 * app/headers.test.ts checks this. Next.js reads this statically.
 */
export const config = {
  matcher: [
    '/((?!(?:api|geo|icons|social)(?:/|$)|_next/static(?:/|$)|(?:apple-icon\\.png|favicon\\.ico|icon\\.svg|manifest\\.webmanifest|robots\\.txt|sitemap\\.xml)$).*)',
  ],
};
