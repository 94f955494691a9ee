/** The request header in which proxy.ts hands a page the nonce of its scripts; Next.js takes it for its own from the policy itself. */
export const NONCE_HEADER = 'x-nonce';

/** What is no page: an answer of the API, a picture, a script. Opened on its own it may load and run nothing. */
export const FILE_POLICY = "default-src 'none'; frame-ancestors 'none'";

/** A year, all names below ours too (OWASP ASVS 3.4.1). */
export const STRICT_TRANSPORT = 'max-age=31536000; includeSubDomains';

/** The style sheet that sonner puts into the page, which can be given no nonce; csp.test.ts says the new hash when sonner changes. */
const SONNER_STYLES = "'sha256-StEaX+se6YS7pqjzrzMIA0KaX9zF/8zAhvQXZAe5epY='";
/** The empty style sheet that sonner and input-otp put there before they fill it. It lets in nothing but nothing. */
const EMPTY_STYLES = "'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU='";

/** The style sheet of the page that Next.js shows where even the root layout fails; a global-error.tsx of our own would weigh 2.6 kB on every page. */
const LAST_RESORT_STYLES = "'sha256-Wwucq8eX2r0YFymkQhDXm5hN0+FfSvI3s4JSSaqa4iw='";

export type PageSources = {
  /** Made anew for each answer: base64 of at least 128 random bits. */
  nonce: string;
  /** Addresses of other sites that pictures come from. */
  pictures: readonly string[];
  /** Addresses of other sites that scripts ask. */
  calls: readonly string[];
  /** The site is opened by https. */
  https: boolean;
  /** `next dev`, whose reloading needs eval, inline styles and a web socket. */
  development: boolean;
};

/** The Content-Security-Policy of a page (security 54): why each line is as it is stands in docs/decisions/0013. */
export function pagePolicy({ nonce, pictures, calls, https, development }: PageSources): string {
  const own = `'nonce-${nonce}'`;
  const lines = [
    "default-src 'none'",
    `script-src ${own} 'strict-dynamic'${development ? " 'unsafe-eval'" : ''}`,
    `style-src 'self' ${development ? "'unsafe-inline'" : `${own} ${SONNER_STYLES} ${EMPTY_STYLES} ${LAST_RESORT_STYLES}`}`,
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

/** Never the address as it was written: a semicolon in it would begin a line of the policy. */
function originOf(address: string): string {
  return new URL(address).origin;
}
