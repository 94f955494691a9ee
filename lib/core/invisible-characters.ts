/**
 * Characters that cannot be seen: they make equal texts differ and empty ones look filled, and those of writing direction turn
 * round what follows them. Beside the ones that Unicode lists as ignorable: glyphs that are empty (U+2800, U+1D159, U+FFFC),
 * format controls and noncharacters.
 */
const INVISIBLE =
  /(?![\u200C\u200D])[\p{Default_Ignorable_Code_Point}\p{Noncharacter_Code_Point}\u2800\uFFF9-\uFFFC\u{13430}-\u{1343F}\u{1D159}]/gu;

/** Letters and marks of the scripts in which the joiners U+200C and U+200D have a meaning between two of them. */
const JOINED = [
  ...['Devanagari', 'Bengali', 'Gurmukhi', 'Gujarati', 'Oriya', 'Tamil', 'Telugu', 'Kannada', 'Malayalam', 'Sinhala'],
  'Arabic',
]
  .map((script) => `\\p{Script=${script}}`)
  .join('');
const STRAY_JOINER = new RegExp(`(?<![${JOINED}])[\\u200C\\u200D]|[\\u200C\\u200D](?![${JOINED}])`, 'gu');

/** A text without characters that cannot be seen; joiners stay where they shape a letter, as in Hindi (security 67). */
export function withoutInvisible(text: string): string {
  return text.replace(INVISIBLE, '').replace(STRAY_JOINER, '');
}

/** A single line of text: composed Unicode, nothing invisible, no halves of a surrogate pair, control characters and runs of spaces become one space, ends trimmed. */
export function tidyLine(text: string): string {
  return withoutInvisible(text.normalize('NFC'))
    .replace(/\p{Cs}/gu, '')
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim();
}

/** A text in which the spellings of dots, slashes and other marks are folded that programs read as the plain ones in an address. */
export const foldMarks = (text: string) => text.normalize('NFKC').replaceAll('。', '.');

/** Titles and abbreviations that stand before a name without a space: 'Dr.Sharma', 'Pvt.Ltd.'. */
const ABBREVIATIONS = new Set(
  'addl adv asst bros capt co col corp dept dr dy engg er gen govt hon intl jr lt maj mfg mr mrs ms no prof pvt shri smt sr sri st डॉ प्रो'.split(
    ' ',
  ),
);

/** Top-level domains in Devanagari. Any other word may follow a dot there: initials of Hindi have several letters ('एस.के.'). */
const DEVANAGARI_DOMAINS = new Set(['भारत', 'भारतम्', 'भारोत', 'संगठन', 'नेट', 'कॉम']);

/** A word, a dot, and the next word of two letters or more. The second word is looked at again as the first of the next pair. */
const DOTTED = /([\p{L}\p{M}\p{N}_-]+)\.(?=(\p{L}[\p{L}\p{M}\p{N}-]+))/gu;

const ADDRESSES = [
  /[@＠]|\/\//u,
  /(?<![\p{L}\p{M}\p{N}])(?:https?|ftp|mailto|tel|sms|upi|whatsapp|javascript|data):\S/iu,
  /(?<![\p{L}\p{M}\p{N}])www\d?\./iu,
  // A path after a dotted word: also where the word is short enough to be initials ('t.me/x').
  /\.\p{L}[\p{L}\p{M}\p{N}-]+(?::\d+)?[/?#]/u,
  /\d+(?:\.\d+){3}/,
];

/** Nine digits or more, as a phone or an account number has; spaces and the marks of phone numbers between them do not count. */
export const LONG_NUMBER = /\p{Nd}(?:[\s().+-]*\p{Nd}){8,}/gu;

/**
 * Whether a name has something in it that a reader, or the program that shows it, would follow: a web or e-mail address, a
 * domain, a phone number (security 63). A dot inside a word makes a domain of it, whatever follows, since new top-level domains
 * keep coming; initials and common abbreviations are none.
 */
export function hasAddress(name: string): boolean {
  const text = foldMarks(name);
  if (ADDRESSES.some((pattern) => pattern.test(text)) || text.search(LONG_NUMBER) >= 0) return true;
  return [...text.matchAll(DOTTED)].some(([, before, after]) => isDomain(before!, after!));
}

function isDomain(before: string, after: string): boolean {
  if (/^\p{Script=Devanagari}/u.test(after)) return DEVANAGARI_DOMAINS.has(after);
  return [...before].length > 1 && !ABBREVIATIONS.has(before.toLowerCase());
}
