import { toCourseType, type Course } from '@/lib/catalogue/schema';
import hindi from '@/lib/platform/i18n/hi/names.json';
import { normalize, placeNames } from '@/lib/catalogue/places/names';
import { shortTypeNames } from './type-names';
import { OTHER_WORDS, SHORT_FORMS, TYPE_WORDS } from './words';

/** A word of a query, normalized. `whole`: a short form such as IT, which only matches a whole word. */
export type Term = { word: string; whole: boolean };

/** True if a haystack has one term. */
export function matchesTerm({ word, whole }: Term, haystack: string): boolean {
  return haystack.includes(whole ? ` ${word} ` : ` ${word}`);
}

/**
 * Returns the haystack of a course: the normalized words of its branch, institute, city and type, each with its Hindi
 * names and short forms. It contains the Hindi names of places, so it is for the server.
 */
export function searchText(
  course: Pick<Course, 'branch' | 'branch_hindi' | 'institute_name' | 'institute_hindi' | 'city' | 'course_name'>,
): string {
  return [
    branchText(course.branch, course.branch_hindi),
    instituteText(course.institute_name, course.institute_hindi),
    placeText(course.city),
    typeText(course.course_name),
  ].join('');
}

/** Returns the part of a haystack that stands for a branch, with its Hindi name if the catalogue has one. */
export const branchText = withHindi((branch) => {
  const text = toHaystack(branch);
  const short = shortForms.filter(
    ({ words, forms }) =>
      words.every((word) => text.includes(` ${word}`)) || forms.some((form) => text.includes(` ${form} `)),
  );
  const all = toHaystack([text, ...short.flatMap(({ words, forms }) => [...words, ...forms])].join(' '));
  return withOtherWords(all);
});

/** Returns the part of a haystack that stands for an institute, with its Hindi name if the catalogue has one. */
export const instituteText = withHindi((institute) => withOtherWords(withPlaces(toHaystack(institute))));

/** Returns the part of a haystack that stands for a city, in English and Hindi. */
export const placeText = remembered((city) => withPlaces(toHaystack(city)));

/** Returns the part of a haystack that stands for a course type. */
export const typeText = remembered((courseType) => {
  const type = toCourseType(courseType);
  return toHaystack([courseType, ...(type ? [...shortTypeNames(type), ...TYPE_WORDS[type]] : [])].join(' '));
});

const shortForms = SHORT_FORMS.map(({ branch, forms }) => ({
  words: normalize(branch).split(' '),
  forms: forms.map(normalize),
}));
/** 'BE' is a type, not the beginning of Betul. */
const wholeWords = new Set([...shortForms.flatMap(({ forms }) => forms), ...['BE', 'बीई'].map(normalize)]);
const words: Readonly<Record<string, string>> = hindi.words;
/** Words of branches and institutes, each with its other words. */
export const synonyms: readonly (readonly [string, readonly string[]])[] = [
  ...new Set([...Object.keys(words), ...Object.keys(OTHER_WORDS)]),
].map((word) => [word, [words[word] ?? [], OTHER_WORDS[word] ?? []].flat()]);
const otherWords = groupsOfWords();

/** Returns normalized word → its other words, in both directions. */
function groupsOfWords(): ReadonlyMap<string, readonly string[]> {
  const groups = new Map<string, string[]>();
  const add = (word: string, others: readonly string[]) => groups.set(word, [...(groups.get(word) ?? []), ...others]);
  for (const [word, others] of synonyms) {
    add(word, others.map(normalize));
    for (const other of others) add(normalize(other), [word]);
  }
  return groups;
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

/** Makes a function for a name one for a name and its Hindi name. */
function withHindi(compute: (name: string) => string): (name: string, hindi?: string | null) => string {
  const textOf = remembered(compute);
  return (name, hindi) => (hindi ? textOf(name) + textOf(hindi) : textOf(name));
}

/** Catalogues repeat their names: remembers the last results of a function. */
export function remembered(compute: (text: string) => string): (text: string) => string {
  const results = new Map<string, string>();
  return (text) => {
    const remembered = results.get(text);
    if (remembered !== undefined) return remembered;
    if (results.size >= REMEMBERED) results.clear();
    const result = compute(text);
    results.set(text, result);
    return result;
  };
}

/** More than the institutes of a large catalogue have names in both languages: all of them are read for each plan. */
const REMEMBERED = 20_000;
