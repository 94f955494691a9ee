import { mailboxOf, plainHost } from '@/lib/platform/email';
import { maskEmail } from '@/lib/accounts/codes/rules';
import type { OtpSubject } from '@/lib/accounts/codes/mutations';
import { companyDomain, registrableDomain } from '@/lib/company/company-domain';

/** The kinds of limits for unpaid seats; `address` is a client address, per day. */
export type LimitKind = 'email' | 'domain' | 'phone' | 'company' | 'network' | 'address';

/**
 * Returns the key under which unpaid seats are counted, for an e-mail address, a phone number of ten digits, or a
 * domain.
 */
export function limitKey(text: string): string {
  if (text.includes('@')) return `email:${mailboxOf(text)}`;
  const host = plainHost(text);
  return /^\d{10}$/.test(host) ? `phone:${host}` : `domain:${registrableDomain(host) ?? host}`;
}

/** The contact that seats count under: its e-mail address or its phone number, whichever somebody proved to own. */
export type ProvenContact = Pick<OtpSubject, 'otpMethod' | 'email' | 'phone'>;

/**
 * Returns the keys under which the seats of an adoption are counted. An unverified e-mail does not count, or strangers
 * could use up the limit of a company (security 111).
 */
export function limitKeys({ otpMethod, email, phone }: ProvenContact): string[] {
  if (otpMethod === 'phone') return [`phone:${phone}`];
  const domain = companyDomain(email.slice(email.lastIndexOf('@') + 1));
  return [limitKey(email), ...(domain === null ? [] : [`domain:${domain}`])];
}

/** Returns the key of the company that an e-mail address belongs to; without one, as of a public provider, that of the address. */
export const companyKey = (email: string): string => limitKeys({ otpMethod: 'email', email, phone: '' }).at(-1)!;

/**
 * True if keys include the company's own domain. The company named in the form counts only otherwise: anybody can type
 * the name of a company, and would use up its limit.
 */
export const hasOwnDomain = (keys: readonly string[]): boolean => keys.some((key) => key.startsWith('domain:'));

/** Returns the kind of a key. */
export const kindOf = (key: string) => key.slice(0, key.indexOf(':')) as Exclude<LimitKind, 'address'>;

/** Returns the holder of a reservation, a key, as others may see it: a domain, or a masked e-mail address. */
export function shownHolder(key: string): string {
  const holder = key.slice(key.indexOf(':') + 1);
  return kindOf(key) === 'email' ? maskEmail(holder) : holder;
}
