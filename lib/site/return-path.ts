const MAX_LENGTH = 2000;

/**
 * A path on this site, never a URL of another site in any notation: a second slash or a backslash would make the first
 * segment a host. ASCII only, as required in a header.
 */
export const SITE_PATH = /^\/(?![/\\])[!-[\]-~]*$/;

/** Pages that a sponsor has no reason to return to after signing in, and everything that is no page. */
const NOT_RETURNED_TO = /^\/(?:(?:login|register|admin|api)(?:[/?]|$)|(?:\?|$))/;

/** Where a sponsor goes after signing in, unless the login page was opened from another page (R-LOGIN-09). */
export const AFTER_LOGIN = '/dashboard';

/**
 * Returns the page to open after signing in.
 * @param given a parameter from outside, trusted for nothing
 * @returns the path if it is one on this site to return to, otherwise the dashboard
 */
export function returnPath(given: unknown): string {
  if (typeof given !== 'string' || given.length > MAX_LENGTH || !SITE_PATH.test(given)) return AFTER_LOGIN;
  return NOT_RETURNED_TO.test(given) ? AFTER_LOGIN : given;
}

/** Returns the address of the login page that leads back to a page afterwards. @param from path with query */
export function loginPath(from: unknown): string {
  const to = returnPath(from);
  return to === AFTER_LOGIN ? '/login' : `/login?to=${encodeURIComponent(to)}`;
}
