import type { InstituteKind } from '@/db/schema/enums';
import { onlyDigits } from '@/lib/platform/digits';
import { withoutInvisible } from '@/lib/platform/invisible-characters';
import { normalized } from '@/lib/platform/unicode';

/** What the catalogue may say about an institute besides name and city; null if unknown. */
export type InstituteDetails = {
  /** Its number of AISHE, NCVT or the department: '0' to '9', 'A' to 'Z', and '.', '/' or '-' between them. */
  number: string | null;
  /** Its name in Hindi. */
  hindi: string | null;
  address: string | null;
  /** An http or https address. */
  website: string | null;
  kind: InstituteKind | null;
  /** An e-mail address or a phone number. */
  contact: string | null;
};
export const INSTITUTE_FIELDS = [
  'number',
  'hindi',
  'address',
  'website',
  'kind',
  'contact',
] as const satisfies readonly (keyof InstituteDetails)[];
export type InstituteField = (typeof INSTITUTE_FIELDS)[number];

/** Maximum lengths in characters, as in the checks of the database. */
export const MAX_DETAIL_LENGTH = { number: 40, hindi: 200, address: 300, website: 300, contact: 200 } as const;

/** The years that a course may take. */
export const DURATION_YEARS = { min: 1, max: 6 } as const;

/** A parsed detail; null for an empty text. */
type ParsedDetail<T> = { ok: true; value: T | null } | { ok: false };

const REFUSED = { ok: false } as const;
const tidy = (text: string) => withoutInvisible(normalized(text, 'NFKC')).replace(/\s+/g, ' ').trim();
const hasControls = (text: string) => /[\p{Cc}\p{Cs}\p{Co}\uFFFD]/u.test(text);

/** Parses the number of an institute, ignoring case and spaces: 'C-12345', 'GR23000124', 'SATI'. */
export function parseNumber(text: string): ParsedDetail<string> {
  const value = tidy(text).replaceAll(' ', '').toUpperCase();
  if (value === '') return { ok: true, value: null };
  return /^[0-9A-Z](?:[0-9A-Z./-]*[0-9A-Z])?$/.test(value) && value.length <= MAX_DETAIL_LENGTH.number
    ? { ok: true, value }
    : REFUSED;
}

/** Parses a name in Hindi, of an institute or a branch: it has a Devanagari letter, and may have Latin ones. */
export function parseHindi(text: string): ParsedDetail<string> {
  const value = tidy(text);
  if (value === '') return { ok: true, value: null };
  const isHindi = /\p{Script=Devanagari}/u.test(value) && !hasControls(value);
  return isHindi && value.length <= MAX_DETAIL_LENGTH.hindi ? { ok: true, value } : REFUSED;
}

/** Parses a postal address: one line of text. */
export function parseAddress(text: string): ParsedDetail<string> {
  const value = tidy(text);
  if (value.length > MAX_DETAIL_LENGTH.address || hasControls(value)) return REFUSED;
  return { ok: true, value: value || null };
}

/**
 * Parses a website: http or https with a host name that has a dot, without credentials. Without a scheme, https is
 * assumed, as people write 'www.college.ac.in'.
 */
export function parseWebsite(text: string): ParsedDetail<string> {
  const typed = tidy(text);
  if (typed === '') return { ok: true, value: null };
  // Before the text is read as an address, which takes long for a host name with many combining marks.
  if (typed.length > MAX_DETAIL_LENGTH.website || /\s/.test(typed) || hasControls(typed)) return REFUSED;
  const address = /^[a-z][a-z0-9+.-]*:(?!\d)/i.test(typed) ? typed : `https://${typed}`;
  if (!URL.canParse(address)) return REFUSED;
  const url = new URL(address);
  if (!['http:', 'https:'].includes(url.protocol) || url.username || url.password) return REFUSED;
  if (!/\.[^.\d][^.]*$/.test(url.hostname) || url.href.length > MAX_DETAIL_LENGTH.website) return REFUSED;
  return { ok: true, value: url.href };
}

/** Parses the kind of an institute, ignoring case: 'Government', 'Govt.', 'Aided', 'Private'. */
export function parseKind(text: string): ParsedDetail<InstituteKind> {
  const key = tidy(text)
    .toLowerCase()
    .replace(/[^\p{L}]/gu, '');
  if (key === '') return { ok: true, value: null };
  const value = KIND_NAMES.get(key);
  return value ? { ok: true, value } : REFUSED;
}

const KIND_NAMES = new Map<string, InstituteKind>([
  ...['government', 'govt', 'public', 'state'].map((name) => [name, 'government'] as const),
  ...['aided', 'governmentaided', 'govtaided', 'grantinaid'].map((name) => [name, 'aided'] as const),
  ...['private', 'unaided', 'selffinanced', 'selffinancing', 'privateunaided'].map(
    (name) => [name, 'private'] as const,
  ),
]);

const EMAIL = /^[^\s@<>"(),:;[\]\\]+@[^\s@<>"(),:;[\]\\]+\.[a-z]{2,}$/i;
const PHONE = /^\+?[\d ()/-]+$/;

/** Parses a contact: an e-mail address, or a phone number of 6 to 15 digits. */
export function parseContact(text: string): ParsedDetail<string> {
  const value = tidy(text);
  if (value === '') return { ok: true, value: null };
  if (value.length > MAX_DETAIL_LENGTH.contact) return REFUSED;
  const digits = onlyDigits(value).length;
  const isPhone = PHONE.test(value) && digits >= 6 && digits <= 15;
  return isPhone || EMAIL.test(value) ? { ok: true, value } : REFUSED;
}

/** Returns the link of a contact: `mailto:` or `tel:`. */
export function contactHref(contact: string): string {
  return contact.includes('@') ? `mailto:${contact}` : `tel:${contact.replace(/[^\d+]/g, '')}`;
}

/** The parser of each detail. */
export const PARSE_DETAIL = {
  number: parseNumber,
  hindi: parseHindi,
  address: parseAddress,
  website: parseWebsite,
  kind: parseKind,
  contact: parseContact,
} satisfies { [F in InstituteField]: (text: string) => ParsedDetail<NonNullable<InstituteDetails[F]>> };
