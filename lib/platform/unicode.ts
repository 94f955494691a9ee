/** Thirty characters in a row that are combining marks, or become some by NFKC, and one more. */
const LONG_RUN = /([\p{M}\uFF9E\uFF9F]{30})(?=[\p{M}\uFF9E\uFF9F])/gu;
/** The combining grapheme joiner, which nobody sees; marks are not sorted across it. */
const JOINER = '\u034F';

/**
 * Returns a text in a Unicode normalization form. Sorting the marks of one character takes time that grows with the
 * square of their number, so a joiner follows every 30 of them, as in Unicode's Stream-Safe Text Format: the time then
 * grows with the length of the text (security 109). No language has a character with so many.
 */
export const normalized = (text: string, form: 'NFC' | 'NFD' | 'NFKC'): string =>
  text.replace(LONG_RUN, `$1${JOINER}`).normalize(form);
