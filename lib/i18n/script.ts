const DEVANAGARI = /\p{Script=Devanagari}/u;

/**
 * The `lang` of a name that is kept as it is on pages of any language, so that a Hindi institute is spoken, broken and set as
 * Hindi on an English page; undefined where the page's own language will do.
 */
export function langOf(name: string): 'hi' | undefined {
  return DEVANAGARI.test(name) ? 'hi' : undefined;
}
