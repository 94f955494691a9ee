/** Letters and digits below which a number may be part of anything, such as a day or a branch. */
const MIN_LENGTH = 5;
/** The most words of an order number. */
const MAX_WORDS = 8;

/** The words of a text: letters and digits between all other signs, in upper case. */
const wordsOf = (text: string): string[] => text.toUpperCase().match(/[\p{L}\p{N}]+/gu) ?? [];

/**
 * Returns the order number as it is compared: its letters and digits alone, because banks leave signs out; null if it is too
 * short or has no digit, and so could be found in any text.
 */
export function orderKey(orderNumber: string): string | null {
  const words = wordsOf(orderNumber);
  const key = words.join('');
  return key.length >= MIN_LENGTH && words.length <= MAX_WORDS && /\p{N}/u.test(key) ? key : null;
}

/** Returns the keys that a text of a bank may name: its runs of whole words, with and without signs between them. */
export function orderKeysIn(text: string): Set<string> {
  const words = wordsOf(text);
  const keys = new Set<string>();
  for (let first = 0; first < words.length; first++)
    for (let count = 1; count <= MAX_WORDS && first + count <= words.length; count++)
      keys.add(words.slice(first, first + count).join(''));
  return keys;
}
