import { LOCALES } from '@/lib/platform/i18n/locale';

/** Validity of the file, in milliseconds. */
const COUNTS_FOR = 90 * 24 * 60 * 60 * 1000;

/**
 * Returns security.txt, the contact for vulnerability reports (RFC 9116).
 * @param contact a URI: mailto:, https: or tel:
 * @param site the URL of the site
 */
export function securityText(contact: string, site: string, now: Date): string {
  const lines = [
    `Contact: ${contact}`,
    `Expires: ${new Date(now.getTime() + COUNTS_FOR).toISOString()}`,
    `Preferred-Languages: ${LOCALES.join(', ')}`,
    `Canonical: ${new URL('/.well-known/security.txt', site).href}`,
  ];
  return `${lines.join('\n')}\n`;
}
