import { withoutInvisible } from '@/lib/platform/invisible-characters';
import hindi from '@/lib/platform/i18n/hi/names.json';
import { normalized } from '@/lib/platform/unicode';
import places from './places.json';

/**
 * Normalizes a text for comparison: lower case, words of letters and digits separated by single spaces. Accents, dots
 * of abbreviations and differences of Hindi spelling disappear: इन्दौर and इंदौर, कम्प्यूटर and कंप्यूटर, पॉलीटेक्निक and
 * पॉलिटेक्निक are the same.
 */
export function normalize(text: string): string {
  return foldHindi(withoutInvisible(normalized(text, 'NFKC')).replace(/[\u200C\u200D]/g, ''))
    .replace(/(?<=\p{Script=Latin})\p{M}+/gu, '')
    .toLowerCase()
    .replace(/(?<=(?:^|[^\p{L}\p{M}\p{N}])\p{L})\./gu, '')
    .replace(/['’]/g, '')
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, ' ')
    .trim();
}

/** Folds the spellings of one Hindi word into one: nukta, nasals, long and short vowels. */
function foldHindi(text: string): string {
  return normalized(text, 'NFD')
    .replace(/\u093C/g, '')
    .replace(/\u0901|[ङञणनम]\u094D(?=[क-ह])/g, '\u0902')
    .replace(/[\u0905-\u094C]/g, (letter) => SAME_LETTER[letter] ?? letter);
}

const SAME_LETTER: Readonly<Record<string, string>> = {
  ऑ: 'आ',
  ई: 'इ',
  ऊ: 'उ',
  '\u0949': '\u093E', // ॉ ा
  '\u0940': '\u093F', // ी ि
  '\u0942': '\u0941', // ू ु
  '\u0948': '\u0947', // ै े
  '\u094C': '\u094B', // ौ ो
};

/** Normalized name of a place → all its normalized names. */
export const placeNames = groupsOfPlaces();

/** Returns normalized name of a place → all its names: spellings, former names, Hindi. */
function groupsOfPlaces(): ReadonlyMap<string, readonly string[]> {
  const groups = new Map<string, Set<string>>();
  const unite = (names: readonly string[]) => {
    const group = new Set(names.flatMap((name) => [name, ...(groups.get(name) ?? [])]));
    for (const name of group) groups.set(name, group);
  };
  for (const [name, inHindi] of Object.entries(hindi.places)) unite([normalize(name), normalize(inHindi)]);
  for (const { name, aliases } of places as { name: string; aliases?: string[] }[])
    if (aliases) unite([name, ...aliases].map(normalize));
  return new Map([...groups].map(([name, group]) => [name, [...group]]));
}

/** Returns all normalized names of a place: spellings, former names, Hindi. */
export function namesOfPlace(name: string): readonly string[] {
  const key = normalize(name);
  return placeNames.get(key) ?? [key];
}
