import { foldMarks } from './invisible-characters';
import { normalized } from './unicode';

/** Maximum length of a host name, in characters. */
const MAX_HOST = 253;
const GMAIL = new Set(['gmail.com', 'googlemail.com']);

/** The pattern of an e-mail address or a domain, as a part of a regular expression. */
export const ADDRESS_OR_DOMAIN = String.raw`([^\s@]+@)?[^\s@.]+(\.[^\s@.]+)+`;

/** Returns a host name in one form: lower case, in ASCII (xn--…), without the dots at its end. */
export function plainHost(typed: string): string {
  const host = foldMarks(typed).trim().toLowerCase().replace(/\.+$/, '');
  const isForeign = /^[\p{L}\p{M}\p{N}.-]+$/u.test(host) && !/^[a-z0-9.-]+$/.test(host);
  // Converting takes long for a text with many combining marks.
  if (!isForeign || host.length > MAX_HOST || !URL.canParse(`http://${host}`)) return host;
  return new URL(`http://${host}`).hostname;
}

/**
 * Returns an e-mail address in one form, so that its spellings are one person: NFKC, lower case, its host as plainHost
 * returns it, without the 'mailto:' of a copied link. A text that is no address stays one that is none.
 */
export function plainEmail(typed: string): string {
  const text = normalized(typed, 'NFKC')
    .trim()
    .toLowerCase()
    .replace(/^mailto:\s*/, '');
  const at = text.lastIndexOf('@');
  return at < 0 ? text : `${text.slice(0, at)}@${plainHost(text.slice(at + 1))}`;
}

/**
 * Returns the mailbox of an e-mail address, for limits: the part after '+', and dots at Google, do not change it.
 * Returns any other text as plainEmail does.
 */
export function mailboxOf(email: string): string {
  const address = plainEmail(email);
  const at = address.lastIndexOf('@');
  if (at < 0) return address;
  const host = address.slice(at + 1);
  const [mailbox = ''] = address.slice(0, at).split('+');
  return GMAIL.has(host) ? `${mailbox.replaceAll('.', '')}@gmail.com` : `${mailbox}@${host}`;
}
