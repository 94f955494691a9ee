import { toCourseType, type Course } from '@/lib/catalogue/schema';
import { normalize, placeNames } from '@/lib/catalogue/places/names';
import { shortTypeNames } from './type-names';
import { OTHER_WORDS, NEAR_AFTER, NEAR_BEFORE, SHORT_FORMS, STOP_WORDS, TYPE_WORDS } from './words';

/** Longer queries are cut. Characters and terms. */
export const QUERY_MAX = 100;
export const TERMS_MAX = 8;

/** A word of a query, normalized. `whole`: a short form such as IT, which only matches a whole word. */
export type Term = { word: string; whole: boolean };

/** A query: the terms that a course must match, and the words of a place it should be near ('near Pithampur'). */
export type Query = { terms: readonly Term[]; near: readonly string[] };

/**
 * Parses what a visitor typed, in English or Hindi. Never throws: a text without words gives a query that every course
 * matches. The words after 'near', or the one word before 'के पास', are in `near` and not among the terms.
 * @param text at most QUERY_MAX characters and TERMS_MAX words are read
 */
export function parseQuery(text: string): Query {
  const words = normalize([...text].slice(0, QUERY_MAX).join('')).split(' ');
  const { terms, near } = partNear(words);
  const meaningful = (word: string) => word !== '' && !stopWords.has(word);
  return {
    terms: terms.filter(meaningful).slice(0, TERMS_MAX).map(toTerm),
    near: near.filter(meaningful).slice(0, TERMS_MAX),
  };
}

/** True if a haystack of `searchText` has every term of the query: as a whole word, or as the beginning of one. */
export function matches({ terms }: Query, haystack: string): boolean {
  return terms.every((term) => matchesTerm(term, haystack));
}

/** True if a haystack has one term. */
export function matchesTerm({ word, whole }: Term, haystack: string): boolean {
  return haystack.includes(whole ? ` ${word} ` : ` ${word}`);
}

/**
 * Returns the haystack of a course: the normalized words of its branch, institute, city and type, each with its Hindi
 * names and short forms. It contains the Hindi names of places, so it is for the server.
 */
export function searchText(course: Pick<Course, 'branch' | 'institute_name' | 'city' | 'course_name'>): string {
  return [
    branchText(course.branch),
    instituteText(course.institute_name),
    placeText(course.city),
    typeText(course.course_name),
  ].join('');
}

/** Returns the part of a haystack that stands for a branch. */
export const branchText = remembered((branch) => {
  const text = toHaystack(branch);
  const short = shortForms.filter(
    ({ words, forms }) =>
      words.every((word) => text.includes(` ${word}`)) || forms.some((form) => text.includes(` ${form} `)),
  );
  const all = toHaystack([text, ...short.flatMap(({ words, forms }) => [...words, ...forms])].join(' '));
  return withOtherWords(all);
});

/** Returns the part of a haystack that stands for an institute. */
export const instituteText = remembered((institute) => withOtherWords(withPlaces(toHaystack(institute))));

/** Returns the part of a haystack that stands for a city, in English and Hindi. */
export const placeText = remembered((city) => withPlaces(toHaystack(city)));

/** Returns the part of a haystack that stands for a course type. */
export const typeText = remembered((courseType) => {
  const type = toCourseType(courseType);
  return toHaystack([courseType, ...(type ? [...shortTypeNames(type), ...TYPE_WORDS[type]] : [])].join(' '));
});

const stopWords = new Set(STOP_WORDS.map(normalize));
const nearBefore = new Set(NEAR_BEFORE.map(normalize));
const nearAfter = new Set(NEAR_AFTER.map(normalize));
const shortForms = SHORT_FORMS.map(({ branch, forms }) => ({
  words: normalize(branch).split(' '),
  forms: forms.map(normalize),
}));
/** 'BE' is a type, not the beginning of Betul. */
const wholeWords = new Set([...shortForms.flatMap(({ forms }) => forms), ...['BE', 'बीई'].map(normalize)]);
const otherWords = groupsOfWords();

/** Returns normalized word → its other words, in both directions. */
function groupsOfWords(): ReadonlyMap<string, readonly string[]> {
  const groups = new Map<string, string[]>();
  const add = (word: string, others: readonly string[]) => groups.set(word, [...(groups.get(word) ?? []), ...others]);
  for (const [word, others] of Object.entries(OTHER_WORDS)) {
    add(word, others.map(normalize));
    for (const other of others) add(normalize(other), [word]);
  }
  return groups;
}

function partNear(words: readonly string[]): { terms: readonly string[]; near: readonly string[] } {
  const after = words.findIndex((word, i) => i > 0 && word === 'के' && nearAfter.has(words[i + 1] ?? ''));
  if (after > 0) return { terms: [...words.slice(0, after - 1), ...words.slice(after + 2)], near: [words[after - 1]!] };
  const before = words.findIndex((word) => nearBefore.has(word));
  if (before >= 0) return { terms: words.slice(0, before), near: words.slice(before + 1) };
  return { terms: words, near: [] };
}

/** Returns the term of a normalized word. */
export function toTerm(word: string): Term {
  if (wholeWords.has(word)) return { word, whole: true };
  // 'computers' finds Computer.
  return { word: word.length > 4 ? word.replace(/(?<=[a-z])(?<!s)s$/, '') : word, whole: false };
}

function toHaystack(text: string): string {
  return ` ${normalize(text)} `;
}

function withOtherWords(haystack: string): string {
  const found = haystack.split(' ').flatMap((word) => otherWords.get(word) ?? []);
  return [haystack, ...found].join(' ') + ' ';
}

/** Adds the other names of every place in a haystack. */
function withPlaces(haystack: string): string {
  const words = haystack.trim().split(' ');
  const found = words.flatMap((_, i) =>
    [1, 2, 3].flatMap((length) => placeNames.get(words.slice(i, i + length).join(' ')) ?? []),
  );
  return [haystack, ...new Set(found)].join(' ') + ' ';
}

/** Catalogues repeat their names: remembers the last results of a function. */
function remembered(compute: (text: string) => string): (text: string) => string {
  const results = new Map<string, string>();
  return (text) => {
    const known = results.get(text);
    if (known !== undefined) return known;
    if (results.size >= REMEMBERED) results.clear();
    const result = compute(text);
    results.set(text, result);
    return result;
  };
}

const REMEMBERED = 5000;
