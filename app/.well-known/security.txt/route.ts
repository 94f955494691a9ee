import { env } from '@/lib/core/env';
import { securityText } from '@/lib/site/security-text';

/** It says until when it counts, so it is written anew. */
export const dynamic = 'force-dynamic';

/** GET /.well-known/security.txt (RFC 9116): whom to tell of a hole; 404 where the operator names nobody. */
export function GET(): Response {
  const { SECURITY_CONTACT, APP_URL } = env();
  if (!SECURITY_CONTACT) return new Response(null, { status: 404 });
  return new Response(securityText(SECURITY_CONTACT, APP_URL, new Date()), {
    headers: { 'Content-Type': 'text/plain; charset=utf-8' },
  });
}
