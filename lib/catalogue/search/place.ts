import type { Place, PlaceFinder } from '@/lib/catalogue/places/rules';
import { parseQuery, toTerm, type Query, type Term } from './terms';

/**
 * The place of a query: what is near, or a place among its terms. `terms` are the others, `near` is true for 'near
 * Pithampur', `unknown` is the text after 'near' that is no known place.
 */
type QueryPlace = { place: Place | null; terms: readonly Term[]; near: boolean; unknown: string | null };

/** Longest names of places, in words. */
const MAX_WORDS = 4;

/** Finds the place of a query. Of several places among the terms, the one with the longest name is taken. */
export function placeOfQuery({ terms, near }: Query, { find }: Pick<PlaceFinder, 'find'>): QueryPlace {
  if (near.length > 0) {
    for (let length = Math.min(near.length, MAX_WORDS); length > 0; length--) {
      const place = find(near.slice(0, length).join(' '));
      if (place) return { place, terms: [...terms, ...near.slice(length).map(toTerm)], near: true, unknown: null };
    }
    // 'आगर मालवा के पास': only the last word is in `near`.
    const last = terms.at(-1);
    const place = last && near.length === 1 ? find(`${last.word} ${near[0]}`) : null;
    if (place) return { place, terms: terms.slice(0, -1), near: true, unknown: null };
    return { place: null, terms, near: false, unknown: near.join(' ') };
  }
  for (let length = Math.min(terms.length, MAX_WORDS); length > 0; length--)
    for (let from = 0; from + length <= terms.length; from++) {
      const words = terms.slice(from, from + length);
      const place = find(words.map(({ word }) => word).join(' '));
      if (place)
        return { place, terms: [...terms.slice(0, from), ...terms.slice(from + length)], near: false, unknown: null };
    }
  return { place: null, terms, near: false, unknown: null };
}

/** Returns the words of a text, as typed, that gave some of its terms. */
export function wordsOfTerms(text: string, terms: readonly Term[]): string {
  const wanted = new Set(terms.map(({ word }) => word));
  const isWanted = (word: string) => parseQuery(word).terms.some((term) => wanted.has(term.word));
  return text.split(/\s+/).filter(isWanted).join(' ');
}
