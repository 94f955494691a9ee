/** How long a reader may go by the file before asking for it again, in milliseconds. */
const COUNTS_FOR = 90 * 24 * 60 * 60 * 1000;

/**
 * The file that tells who finds a hole whom to write to (RFC 9116).
 * @param contact an address as a URI: mailto:, https: or tel:
 * @param site the address of the site
 */
export function securityText(contact: string, site: string, now: Date): string {
  const lines = [
    `Contact: ${contact}`,
    `Expires: ${new Date(now.getTime() + COUNTS_FOR).toISOString()}`,
    'Preferred-Languages: en, hi',
    `Canonical: ${new URL('/.well-known/security.txt', site).href}`,
  ];
  return `${lines.join('\n')}\n`;
}
