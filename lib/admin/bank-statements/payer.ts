/** Words before a name that are none. */
const BEFORE =
  /^(by|to|transfer|neft|neft[io]|rtgs|imps|upi|upiar|mmt|inb|inw|inward|inf|inft|upiin|p2a|p2m|xutr|utr|ref|clg|chq|cheque|trf|tfr|from)$/i;
/** The same beside those, and at the beginning of a text; elsewhere they begin names: 'DR REDDYS', 'CMS INFO SYSTEMS', 'CSR BOX'. */
const BESIDE = /^(cr|dr|in|cash|cms|no|deposit|dep|payment|seats?|csr|fund)$/i;
/** Words behind a name that are none; 'FUND' may end one. */
const BEHIND = /^(neft|rtgs|imps|upi|utr|ref|no|payment|seats?|csr|by|to|from|\d{1,3})$/i;
/** Four digits in a row: a reference, an account, an IFSC or a day; also an address of UPI and an account with Xs. */
const REFERENCE = /\d{4}|@|^[x*]{2,}\d+$|^[a-z]{4}0[a-z0-9]{6}$/i;
/** The reference of an adoption in whole words; 'SAMSUNG INDIA ELECTRONICS' begins like one. */
const ADOPTION = /(?<![A-Z0-9])SA(?:[-\s/_.:]*[0-9A-Z]){12}(?![A-Z0-9])/gi;
const DASHED = /^SA(?:-[0-9A-Z]{4}){3}$/i;
/** A reference without its dashes has this many digits or more. */
const MIN_DIGITS = 3;
const IFSC = /\b([A-Z]{4})0[A-Z0-9]{6}\b/;
const BANK_CODE = /\b([A-Z]{4})[A-Z]{0,2}\d[A-Z0-9]{5,}\b/g;
const SEPARATOR = /([*/:|_]|--|(?<=\S)-(?=\S)|\s-\s)/;

/**
 * Returns the payer that a narration names, empty if it names none: its first part that is a name. What banks write around
 * it is left out by the whole word, and its own words stay: '3M INDIA', '63 MOONS', 'MADE IN INDIA'.
 */
export function payerOf(text: string): string {
  const codes = new Set([...text.toUpperCase().matchAll(BANK_CODE)].map(([, code]) => code));
  const pieces = text.replace(ADOPTION, (found) => (isAdoption(found) ? '*' : found)).split(SEPARATOR);
  const at = pieces.findIndex((piece, place) => place % 2 === 0 && isName(nameOf(piece, place === 0), codes));
  if (at < 0) return '';
  const name = nameOf(pieces[at]!, at === 0);
  const next = pieces[at + 2]?.trim() ?? '';
  // 'COCA-COLA': a hyphen of the name, where the bank writes another sign, or behind a single word.
  const isHyphen = pieces[at + 1] === '-' && (pieces[at - 1] !== '-' || !name.includes(' '));
  const isPart = isHyphen && nameOf(next, false) === next && isName(next, codes) && !/\bbank\b/i.test(next);
  return isPart ? `${name}-${next}` : name;
}

const isAdoption = (found: string) => DASHED.test(found) || (found.match(/\d/g) ?? []).length >= MIN_DIGITS;

const isName = (name: string, codes: ReadonlySet<string | undefined>) =>
  /\p{L}{2}|\d\p{L}/u.test(name) && !codes.has(name.toUpperCase());

/** @param isFirst of the text */
function nameOf(piece: string, isFirst: boolean): string {
  const words = piece.split(' ').filter((word) => word !== '');
  let first = 0;
  for (let isBeside = isFirst; first < words.length; first++) {
    const word = words[first]!;
    if (!REFERENCE.test(word) && !BEFORE.test(word) && !(BESIDE.test(word) && isBeside)) break;
    // What stands behind a reference begins something else.
    isBeside = !REFERENCE.test(word);
  }
  const rest = words.slice(first).filter((word) => !REFERENCE.test(word));
  if (rest.every((word) => BEFORE.test(word) || BESIDE.test(word))) return '';
  const last = rest.findLastIndex((word) => !BEHIND.test(word));
  return rest
    .slice(0, last + 1)
    .join(' ')
    .replace(/^[-.,\s]+|[-.,\s]+$/g, '');
}

/** Returns the code of the payer's bank, from an IFSC or else a UTR; empty if the line has neither. */
export const bankOf = (text: string, utr: string | null): string =>
  IFSC.exec(text.toUpperCase())?.[1] ?? (utr && /^[A-Z]{4}/.test(utr) ? utr.slice(0, 4) : '');
