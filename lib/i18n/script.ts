const DEVANAGARI = /\p{Script=Devanagari}/u;

/**
 * Returns the `lang` of a name that is not translated, so that a Hindi institute is pronounced, hyphenated and set as
 * Hindi on an English page; undefined if the page's language applies.
 */
export function langOf(name: string): 'hi' | undefined {
  return DEVANAGARI.test(name) ? 'hi' : undefined;
}
