/** Says that this browser has the Devanagari fonts in its cache. */
export const DEVANAGARI_COOKIE = 'devanagari';

/** Lifetime of that cookie in seconds: that of the cached files. */
const SECONDS = 365 * 24 * 60 * 60;

/** Stores the cookie from the browser. */
export function rememberDevanagari(): void {
  document.cookie = `${DEVANAGARI_COOKIE}=1; Path=/; Max-Age=${SECONDS}; SameSite=Lax`;
}
