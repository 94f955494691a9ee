import { randomBytes } from 'node:crypto';
import { NextResponse, type NextRequest } from 'next/server';
import { NONCE_HEADER, pagePolicy, STRICT_TRANSPORT } from '@/lib/core/csp';
import { env } from '@/lib/core/env';
import { REQUEST_ID_HEADER, requestIdOf } from '@/lib/core/request-id';
import { BOUNDARY_SOURCES, LOCAL_BOUNDARIES } from '@/lib/map/sources';
import { TILE_URL } from '@/lib/map/view';

const POLICY = 'Content-Security-Policy';
const SOURCES = {
  pictures: [TILE_URL],
  calls: BOUNDARY_SOURCES.filter((address) => address !== LOCAL_BOUNDARIES),
  development: process.env.NODE_ENV === 'development',
};

/**
 * Gives each page its policy with a nonce of its own and its request an id. It protects nothing else: who may see what is
 * checked by pages and handlers themselves (security 34).
 */
export function proxy(request: NextRequest): NextResponse {
  const nonce = randomBytes(16).toString('base64');
  const https = env().APP_URL.startsWith('https:');
  const policy = pagePolicy({ ...SOURCES, nonce, https });
  const id = requestIdOf(request.headers);

  const headers = new Headers(request.headers);
  headers.set(POLICY, policy);
  headers.set(NONCE_HEADER, nonce);
  headers.set(REQUEST_ID_HEADER, id);
  const response = NextResponse.next({ request: { headers } });
  response.headers.set(POLICY, policy);
  response.headers.set(REQUEST_ID_HEADER, id);
  if (https) response.headers.set('Strict-Transport-Security', STRICT_TRANSPORT);
  return response;
}

/** Whatever may answer with a page; next.config.ts has the policy of the rest, and app/headers.test.ts sees that there is no third. Next.js reads this without running it. */
export const config = {
  matcher: [
    '/((?!(?:api|geo|icons|social)(?:/|$)|_next/static(?:/|$)|(?:apple-icon\\.png|favicon\\.ico|icon\\.svg|manifest\\.webmanifest|robots\\.txt|sitemap\\.xml)$).*)',
  ],
};
