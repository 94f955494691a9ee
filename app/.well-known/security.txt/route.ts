import { env } from '@/lib/platform/env';
import { securityText } from '@/lib/platform/site/security-text';

/** The Expires field depends on the current date, so the file is generated on each request. */
export const dynamic = 'force-dynamic';

/** GET /.well-known/security.txt (RFC 9116): the contact for vulnerability reports; 404 if none is configured. */
export function GET(): Response {
  const { SECURITY_CONTACT, APP_URL } = env();
  if (!SECURITY_CONTACT) return new Response(null, { status: 404 });
  return new Response(securityText(SECURITY_CONTACT, APP_URL, new Date()), {
    headers: { 'Content-Type': 'text/plain; charset=utf-8' },
  });
}
