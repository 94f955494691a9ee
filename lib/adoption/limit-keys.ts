import type { OtpPurpose, OtpSubject } from '@/lib/otp/mutations';

/** What seats without a payment are limited by; `address` is where requests come from, a day. */
export type LimitKind = 'email' | 'domain' | 'phone' | 'address';

/** Hosts where anybody gets an e-mail address: their users have nothing in common. */
const FREE_MAIL = new Set(
  `gmail.com googlemail.com yahoo.com yahoo.in yahoo.co.in yahoo.co.uk ymail.com rocketmail.com myyahoo.com outlook.com outlook.in
   hotmail.com hotmail.co.in hotmail.co.uk live.com live.in msn.com rediffmail.com rediff.com icloud.com me.com mac.com aol.com
   proton.me protonmail.com pm.me zohomail.in zohomail.com zoho.com mail.com email.com gmx.com gmx.net gmx.de web.de yandex.com
   yandex.ru mail.ru tutanota.com tuta.com fastmail.com hey.com sify.com indiatimes.com in.com vsnl.net vsnl.com bsnl.in
   sancharnet.in dataone.in airtelmail.in aim.com inbox.com usa.com qq.com 163.com naver.com`.split(/\s+/),
);
const GMAIL = new Set(['gmail.com', 'googlemail.com']);

/** The name that somebody registered, of a host below it: a company makes as many hosts as it likes. Migration 0005 has it too. */
const REGISTERED = /[^.]+\.(?:(?:ac|co|com|edu|firm|gen|gov|ind|mil|net|nic|org|res)\.[a-z]{2}|[^.]+)$/;

/** A key by which unpaid seats are summed up, from what somebody typed: an e-mail address, or a domain where there is no '@'. */
export function limitKey(text: string): string {
  const given = text.trim().toLowerCase();
  const at = given.lastIndexOf('@');
  const host = given.slice(at + 1);
  if (at < 0) return `domain:${REGISTERED.exec(host)?.[0] ?? host}`;
  // What stands behind '+', and dots at Google, are one mailbox.
  const [mailbox = ''] = given.slice(0, at).split('+');
  return GMAIL.has(host) ? `email:${mailbox.replaceAll('.', '')}@gmail.com` : `email:${mailbox}@${host}`;
}

/**
 * The keys that the seats of an adoption count under: those of what its code proves. An e-mail that was only typed counts for
 * nobody, or strangers could use up a company's limit. A hold counts under the account's e-mail, whichever way its code came.
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

/** What a key limits. */
export const kindOf = (key: string) => key.slice(0, key.indexOf(':')) as Exclude<LimitKind, 'address'>;
