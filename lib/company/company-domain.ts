import { getDomain } from 'tldts';
import { plainHost } from '@/lib/platform/email';

/** Public e-mail providers, whose users do not belong to one company. */
const FREE_MAIL = new Set(
  `gmail.com googlemail.com yahoo.com yahoo.in yahoo.co.in yahoo.co.uk ymail.com rocketmail.com myyahoo.com outlook.com outlook.in
   hotmail.com hotmail.co.in hotmail.co.uk live.com live.in msn.com rediffmail.com rediff.com icloud.com me.com mac.com aol.com
   proton.me protonmail.com pm.me zohomail.in zohomail.com zoho.com mail.com email.com gmx.com gmx.net gmx.de web.de yandex.com
   yandex.ru mail.ru tutanota.com tuta.com fastmail.com hey.com sify.com indiatimes.com in.com vsnl.net vsnl.com bsnl.in
   sancharnet.in dataone.in airtelmail.in aim.com inbox.com usa.com qq.com 163.com naver.com`.split(/\s+/),
);

/** Mailboxes of companies without a domain of their own: names below it are different customers, which the list does not say. */
const TENANTS = 'onmicrosoft.com';

/**
 * Returns the registrable domain of a host by the public suffix list: a company can create any number of subdomains of it,
 * and nobody else can. Names below a private suffix, such as github.io or in.net, are different customers of one company, as
 * those below a public one. Null for suffixes themselves, addresses of machines and hosts of one label.
 * @param host in any spelling
 */
export function registrableDomain(host: string): string | null {
  const plain = plainHost(host);
  // As in URLs: a host that ends in a number is an address.
  if (/(^|\.)(\d+|0x[\da-f]*)$/.test(plain) || plain.startsWith('[')) return null;
  const domain = getDomain(plain, { allowPrivateDomains: true });
  return domain === TENANTS ? (/[^.]+\.onmicrosoft\.com$/.exec(plain)?.[0] ?? null) : domain;
}

/** registrableDomain; null for a public e-mail provider, too, whose users are no company. */
export function companyDomain(host: string): string | null {
  const domain = registrableDomain(host);
  return domain === null || FREE_MAIL.has(domain) ? null : domain;
}
