import { mailboxOf, plainHost } from '@/lib/platform/email';
import { maskEmail } from '@/lib/accounts/codes/rules';
import type { OtpSubject } from '@/lib/accounts/codes/mutations';

/** The kinds of limits for unpaid seats; `address` is a client address, per day. */
export type LimitKind = 'email' | 'domain' | 'phone' | 'company' | 'network' | 'address';

/** Public e-mail providers, whose users do not belong to one company. */
const FREE_MAIL = new Set(
  `gmail.com googlemail.com yahoo.com yahoo.in yahoo.co.in yahoo.co.uk ymail.com rocketmail.com myyahoo.com outlook.com outlook.in
   hotmail.com hotmail.co.in hotmail.co.uk live.com live.in msn.com rediffmail.com rediff.com icloud.com me.com mac.com aol.com
   proton.me protonmail.com pm.me zohomail.in zohomail.com zoho.com mail.com email.com gmx.com gmx.net gmx.de web.de yandex.com
   yandex.ru mail.ru tutanota.com tuta.com fastmail.com hey.com sify.com indiatimes.com in.com vsnl.net vsnl.com bsnl.in
   sancharnet.in dataone.in airtelmail.in aim.com inbox.com usa.com qq.com 163.com naver.com`.split(/\s+/),
);

/**
 * The registrable domain of a host: a company can create any number of subdomains. Migration 0006 contains the same
 * expression.
 */
const REGISTERED = /[^.]+\.(?:(?:ac|co|com|edu|firm|gen|gov|ind|mil|net|nic|org|res)\.[a-z]{2}|[^.]+)$/;
const SUFFIX = /^(?:ac|co|com|edu|firm|gen|gov|ind|mil|net|nic|org|res)\.[a-z]{2}$/;

/**
 * Returns the key under which unpaid seats are counted, for an e-mail address, a phone number of ten digits, or a
 * domain.
 */
export function limitKey(text: string): string {
  if (text.includes('@')) return `email:${mailboxOf(text)}`;
  const host = plainHost(text);
  return /^\d{10}$/.test(host) ? `phone:${host}` : `domain:${REGISTERED.exec(host)?.[0] ?? host}`;
}

/** Whether a domain is that of one company: neither a public provider's nor a suffix such as 'co.in'. */
export const isCompanyDomain = (domain: string): boolean =>
  !FREE_MAIL.has(limitKey(domain).slice('domain:'.length)) && !SUFFIX.test(plainHost(domain));

/** The contact that seats count under: its e-mail address or its phone number, whichever somebody proved to own. */
export type ProvenContact = Pick<OtpSubject, 'otpMethod' | 'email' | 'phone'>;

/**
 * Returns the keys under which the seats of an adoption are counted. An unverified e-mail does not count, or strangers
 * could use up the limit of a company (security 111).
 */
export function limitKeys({ otpMethod, email, phone }: ProvenContact): string[] {
  if (otpMethod === 'phone') return [`phone:${phone}`];
  const domain = limitKey(email.slice(email.lastIndexOf('@') + 1));
  return [limitKey(email), ...(FREE_MAIL.has(domain.slice('domain:'.length)) ? [] : [domain])];
}

/** Returns the key of the company that an e-mail address belongs to; of a public provider, the key of the address. */
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
