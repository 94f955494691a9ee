const MAX_LENGTH = 2000;

/**
 * A path on this site, never a URL of another site in any notation: a second slash or a backslash would make the first
 * segment a host. ASCII only, as required in a header.
 */
export const SITE_PATH = /^\/(?![/\\])[!-[\]-~]*$/;

/**
 * Pages that a sponsor has no reason to return to after signing in, and everything that is no page. Not to a shared cart
 * either: its address is a secret, which must not get into the address of another page and so into logs and history.
 */
const NOT_RETURNED_TO = /^\/(?:(?:login|register|reset-password|admin|api|shared-cart|auditor)(?:[/?]|$)|(?:\?|$))/;

/** Where a sponsor goes after signing in, unless the login page was opened from another page (R-LOGIN-09). */
const AFTER_LOGIN = '/dashboard';

/**
 * Returns the page to open after signing in.
 * @param path a parameter from outside, trusted for nothing
 * @returns the path if it is one on this site to return to, otherwise the dashboard
 */
export function returnPath(path: unknown): string {
  if (typeof path !== 'string' || path.length > MAX_LENGTH || !SITE_PATH.test(path)) return AFTER_LOGIN;
  return NOT_RETURNED_TO.test(path) ? AFTER_LOGIN : path;
}

/** Returns the address of the login page that leads back to a page afterwards. @param from path with query */
export function loginPath(from: unknown): string {
  return withReturn('/login', from);
}

/** Returns the address of the registration, after which signing in leads back to a page. @param from path with query */
export function registerPath(from: unknown): string {
  return withReturn('/register', from);
}

function withReturn(path: string, from: unknown): string {
  const to = returnPath(from);
  return to === AFTER_LOGIN ? path : `${path}?to=${encodeURIComponent(to)}`;
}
