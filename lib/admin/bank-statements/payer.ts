/** Words of a narration that are no name. */
const NO_NAME =
  /^(by|to|transfer|neft|rtgs|imps|upi|upiar|mmt|inb|cr|dr|in|inw|inward|cash|inf|inft|cms|upiin|p2a|p2m|xutr|utr|no|ref|clg|chq|cheque|deposit|dep|trf|tfr|from|payment|seats?|csr|fund)$/i;
const ADOPTION = /SA(?:[-\s/_.:]*[0-9A-Z]){12}/gi;
const IFSC = /\b([A-Z]{4})0[A-Z0-9]{6}\b/;

/** Returns the payer that a narration names, empty if it names none: its first part that is a name. */
export function payerOf(text: string): string {
  const parts = text
    .replace(ADOPTION, '*')
    .split(/[*/:|_]|--|(?<=\S)-(?=\S)|\s-\s/)
    .map((part) =>
      part
        .split(' ')
        .filter((word) => !NO_NAME.test(word) && !/\d/.test(word) && !word.includes('@'))
        .join(' ')
        .replace(/^[-.,\s]+|[-.,\s]+$/g, ''),
    );
  return parts.find((part) => /\p{L}{3}/u.test(part)) ?? '';
}

/** Returns the code of the payer's bank, from an IFSC or else a UTR; empty if the line has neither. */
export const bankOf = (text: string, utr: string | null): string =>
  IFSC.exec(text.toUpperCase())?.[1] ?? (utr && /^[A-Z]{4}/.test(utr) ? utr.slice(0, 4) : '');
