/** The request header in which proxy.ts passes the script nonce to a page; Next.js reads its own from the policy. */
export const NONCE_HEADER = 'x-nonce';

/** One year, including subdomains (OWASP ASVS 3.4.1). */
export const STRICT_TRANSPORT = 'max-age=31536000; includeSubDomains';

/** The style sheet that sonner inserts without nonce support; csp.test.ts prints the new hash when sonner changes. */
const SONNER_STYLES = "'sha256-StEaX+se6YS7pqjzrzMIA0KaX9zF/8zAhvQXZAe5epY='";
/** The empty style sheet that sonner and input-otp insert before they fill it. The hash allows only empty styles. */
const EMPTY_STYLES = "'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU='";

/**
 * The style sheet of Next.js's built-in page for a failing root layout; a global-error.tsx would add 2.6 kB to every
 * page.
 */
const LAST_RESORT_STYLES = "'sha256-Wwucq8eX2r0YFymkQhDXm5hN0+FfSvI3s4JSSaqa4iw='";

type PageSources = {
  /** Unique per response: base64 of at least 128 random bits. */
  nonce: string;
  /** URLs of other sites that images are loaded from. */
  pictures: readonly string[];
  /** URLs of other sites that scripts send requests to. */
  calls: readonly string[];
  /** True if the site is served over https. */
  https: boolean;
  /** True under `next dev`, whose reloading needs eval, inline styles and a web socket. */
  development: boolean;
};

/** Returns the Content-Security-Policy of a page; docs/decisions/0013 explains each directive. */
export function pagePolicy({ nonce, pictures, calls, https, development }: PageSources): string {
  const nonceSource = `'nonce-${nonce}'`;
  const lines = [
    "default-src 'none'",
    `script-src ${nonceSource} 'strict-dynamic'${development ? " 'unsafe-eval'" : ''}`,
    `style-src 'self' ${development ? "'unsafe-inline'" : `${nonceSource} ${SONNER_STYLES} ${EMPTY_STYLES} ${LAST_RESORT_STYLES}`}`,
    "style-src-attr 'unsafe-inline'",
    ["img-src 'self' data:", ...pictures.map(originOf)].join(' '),
    "font-src 'self'",
    ["connect-src 'self'", ...calls.map(originOf), ...(development ? ['ws:'] : [])].join(' '),
    "manifest-src 'self'",
    "worker-src 'none'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ];
  return [...lines, ...(https ? ['upgrade-insecure-requests'] : [])].join('; ');
}

/** Returns the origin only: a semicolon in the URL would start a new directive. */
function originOf(address: string): string {
  return new URL(address).origin;
}
