import 'server-only';
import { env } from './env';

const isSecure = () => env().APP_URL.startsWith('https:');

/**
 * Name of a cookie that opens pages. Behind https it has the prefix with which browsers accept a cookie only over https,
 * for all paths, and from this host: neither another subdomain nor a plain connection can set it.
 */
export const accessCookieName = (name: string): string => `${isSecure() ? '__Host-' : ''}${name}`;

/** Returns the Set-Cookie header of a cookie that opens pages; `maxAge` in seconds, 0 removes it. */
export const setAccessCookie = (name: string, value: string, maxAge: number, sameSite: 'Lax' | 'Strict'): string =>
  `${accessCookieName(name)}=${value}; Path=/; Max-Age=${maxAge}; HttpOnly; SameSite=${sameSite}${isSecure() ? '; Secure' : ''}`;
