import { normalized } from './unicode';

/**
 * Invisible characters: they make equal texts differ and empty ones look filled, and bidirectional controls reorder the
 * text after them. In addition to Unicode's default ignorable characters: empty glyphs (U+2800, U+1D159, U+FFFC),
 * format controls and noncharacters.
 */
const INVISIBLE =
  /(?![\u200C\u200D])[\p{Default_Ignorable_Code_Point}\p{Noncharacter_Code_Point}\u2800\uFFF9-\uFFFC\u{13430}-\u{1343F}\u{1D159}]/gu;

/** Letters and marks of the scripts in which the joiners U+200C and U+200D are meaningful between two of them. */
const JOINED = [
  ...['Devanagari', 'Bengali', 'Gurmukhi', 'Gujarati', 'Oriya', 'Tamil', 'Telugu', 'Kannada', 'Malayalam', 'Sinhala'],
  'Arabic',
]
  .map((script) => `\\p{Script=${script}}`)
  .join('');
const STRAY_JOINER = new RegExp(`(?<![${JOINED}])[\\u200C\\u200D]|[\\u200C\\u200D](?![${JOINED}])`, 'gu');

/** Removes invisible characters; keeps joiners that shape a letter, as in Hindi. */
export function withoutInvisible(text: string): string {
  return text.replace(INVISIBLE, '').replace(STRAY_JOINER, '');
}

/**
 * Normalizes a line of text: NFC, no invisible characters or unpaired surrogates, control characters and runs of spaces
 * replaced by one space, trimmed.
 */
export function tidyLine(text: string): string {
  return withoutInvisible(normalized(text, 'NFC'))
    .replace(/\p{Cs}/gu, '')
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim();
}

/** Normalizes a text of several lines likewise: line breaks stay, and tabs and spaces within a line. */
export function tidyText(text: string): string {
  return withoutInvisible(normalized(text, 'NFC'))
    .replace(/\p{Cs}/gu, '')
    .replace(/\r\n?|[\u2028\u2029]/g, '\n')
    .replace(/[^\P{Cc}\n\t]/gu, '')
    .trim();
}

/**
 * Replaces variants of dots, slashes and other punctuation that programs accept in an address by the plain characters.
 */
export const foldMarks = (text: string) => normalized(text, 'NFKC').replaceAll('。', '.');

/** Titles and abbreviations that precede a name without a space: 'Dr.Sharma', 'Md.Irfan', 'CA.Mehta', 'Pvt.Ltd.'. */
const ABBREVIATIONS = new Set(
  `addl adv agro asst assn bldrs brig bros capt cdr chem cmde cmdt co contrs col corp dept dr dy elec engg engrs ent ents er flt gen govt hav hon inds intl jr ldr lt ltd maj mech messrs mfg mr mrs ms nb no prof pvt sq sqn sr wg
   ar ca cma cs fr rev st abd ch gh kh km ku kum late md mhd mo mohd mohmd mst mt pt sd sh shri sk sm smt sau sri su sushri th
   डॉ प्रो मो मु मोह कु पं श्री श्रीमती सुश्री स्व सीए सीएस इंजी एड`.split(/\s+/),
);

/** Top-level domains that people know, which follow no abbreviation in a name: 'ca.gov', 'md.in'. */
const KNOWN_DOMAINS = new Set(
  'app biz co com edu gov in info io me net online org shop site store top uk us xyz'.split(' '),
);

/**
 * Top-level domains in Devanagari. Other words may follow a dot there: initials in Hindi have several letters
 * ('एस.के.').
 */
const DEVANAGARI_DOMAINS = new Set(['भारत', 'भारतम्', 'भारोत', 'संगठन', 'नेट', 'कॉम']);

/**
 * A word, a dot, and the next word of two letters or more. The second word is also matched as the first of the next
 * pair.
 */
const DOTTED = /([\p{L}\p{M}\p{N}_-]+)\.(?=(\p{L}[\p{L}\p{M}\p{N}-]+))/gu;

const ADDRESSES = [
  /[@＠]|\/\//u,
  /(?<![\p{L}\p{M}\p{N}])(?:https?|ftp|mailto|tel|sms|upi|whatsapp|javascript|data):\S/iu,
  /(?<![\p{L}\p{M}\p{N}])www\d?\./iu,
  // A path after a dotted word, even if the word is short enough to be initials ('t.me/x').
  /\.\p{L}[\p{L}\p{M}\p{N}-]+(?::\d+)?[/?#]/u,
  /\d+(?:\.\d+){3}/,
];

/** Nine digits or more, as in phone and account numbers, ignoring spaces and phone punctuation between them. */
export const LONG_NUMBER = /\p{Nd}(?:[\s().+-]*\p{Nd}){8,}/gu;

/**
 * True if a name contains something that a reader or a program would follow: a URL, an e-mail address, a domain, a
 * phone number (security 63). Any dot inside a word makes it a domain, since new top-level domains keep appearing;
 * initials and common abbreviations are exempt.
 */
export function hasAddress(name: string): boolean {
  const text = foldMarks(name);
  if (ADDRESSES.some((pattern) => pattern.test(text)) || text.search(LONG_NUMBER) >= 0) return true;
  return [...text.matchAll(DOTTED)].some(([, before, after]) => isDomain(before!, after!));
}

function isDomain(before: string, after: string): boolean {
  if (/^\p{Script=Devanagari}/u.test(after)) return DEVANAGARI_DOMAINS.has(after);
  if ([...before].length === 1) return false;
  return !ABBREVIATIONS.has(before.toLowerCase()) || KNOWN_DOMAINS.has(after.toLowerCase());
}
