import type { OtpPurpose, OtpSubject } from '@/lib/otp/mutations';

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
const GMAIL = new Set(['gmail.com', 'googlemail.com']);

/**
 * The registrable domain of a host: a company can create any number of subdomains. Migration 0006 contains the same
 * expression.
 */
const REGISTERED = /[^.]+\.(?:(?:ac|co|com|edu|firm|gen|gov|ind|mil|net|nic|org|res)\.[a-z]{2}|[^.]+)$/;

/**
 * Returns the key under which unpaid seats are counted, for an e-mail address, a phone number of ten digits, or a
 * domain.
 */
export function limitKey(text: string): string {
  const given = text.trim().toLowerCase();
  if (/^\d{10}$/.test(given)) return `phone:${given}`;
  const at = given.lastIndexOf('@');
  const host = given.slice(at + 1);
  if (at < 0) return `domain:${REGISTERED.exec(host)?.[0] ?? host}`;
  // The part after '+', and dots at Google, do not change the mailbox.
  const [mailbox = ''] = given.slice(0, at).split('+');
  return GMAIL.has(host) ? `email:${mailbox.replaceAll('.', '')}@gmail.com` : `email:${mailbox}@${host}`;
}

/**
 * Returns the keys under which the seats of an adoption are counted: those of the contact that its code verifies. An
 * unverified e-mail does not count, or strangers could use up the limit of a company. A hold counts under the e-mail of
 * the account, whichever channel delivered its code.
 */
export function limitKeys({
  purpose,
  otpMethod,
  email,
  phone,
}: { purpose: OtpPurpose } & Pick<OtpSubject, 'otpMethod' | 'email' | 'phone'>): string[] {
  if (purpose === 'public_adoption' && otpMethod === 'phone') return [`phone:${phone}`];
  const host = email.slice(email.lastIndexOf('@') + 1).toLowerCase();
  const domain = limitKey(host);
  return [limitKey(email), ...(FREE_MAIL.has(domain.slice('domain:'.length)) ? [] : [domain])];
}

/**
 * True if keys include the company's own domain. The company named in the form counts only otherwise: anybody can type
 * the name of a company, and would use up its limit.
 */
export const hasOwnDomain = (keys: readonly string[]): boolean => keys.some((key) => key.startsWith('domain:'));

/** Returns the kind of a key. */
export const kindOf = (key: string) => key.slice(0, key.indexOf(':')) as Exclude<LimitKind, 'address'>;
