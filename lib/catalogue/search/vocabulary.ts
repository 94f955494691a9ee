import { COURSE_TYPES } from '@/db/schema/enums';
import { editDistance } from '@/lib/platform/edit-distance';
import { normalize } from '@/lib/catalogue/places/names';
import type { Course } from '@/lib/catalogue/schema';
import { branchText, instituteText, placeText, synonyms, typeText } from './terms';
import { shortTypeNames } from './type-names';
import { SHORT_FORMS, TYPE_WORDS } from './words';

/** A name of the catalogue with its haystack; `value` is what a course has, e.g. the id of an institute. */
type NamedText = { value: string; text: string };

/** Kinds of names by which a course is found. */
export const NAME_KINDS = ['branches', 'institutes', 'cities', 'types'] as const;

/**
 * The names of a catalogue. `spellingOf`: its word nearest to one that it does not have, as it is spelled; null if none
 * is similar, and for a word that is known, such as a trade which nobody offers.
 */
export type Vocabulary = Record<(typeof NAME_KINDS)[number], readonly NamedText[]> & {
  spellingOf: (word: string) => string | null;
};

/** A name, and the one in Hindi if it is known. */
type TwoNames = { name: string; hindi?: string | null };

/** What a catalogue has: institutes by id, all others by name. A branch may have several Hindi names. */
type CatalogueNames = {
  branches: readonly TwoNames[];
  institutes: readonly (TwoNames & { id: string })[];
  cities: readonly string[];
};

export function vocabularyOf({ branches, institutes, cities }: CatalogueNames): Vocabulary {
  let spellings: ReadonlyMap<string, string> | null = null;
  return {
    branches: branches.map(({ name, hindi }) => ({ value: name, text: branchText(name, hindi) })),
    institutes: institutes.map(({ id, name, hindi }) => ({ value: id, text: instituteText(name, hindi) })),
    cities: cities.map((value) => ({ value, text: placeText(value) })),
    types: COURSE_TYPES.map((value) => ({ value, text: typeText(value) })),
    spellingOf: (word) => {
      if (KNOWN_WORDS.some((known) => known.startsWith(word))) return null;
      const both = ({ name, hindi }: TwoNames) => (hindi ? [name, hindi] : [name]);
      spellings ??= spellingsOf([...branches.flatMap(both), ...cities, ...institutes.flatMap(both), ...SYNONYMS]);
      return nearestOf(word, spellings);
    },
  };
}

/**
 * Returns a function that makes vocabularies, and returns the last one while the names are the same: that of thousands of
 * institutes takes a tenth of a second.
 */
export function vocabularyKeeper(): (names: CatalogueNames) => Vocabulary {
  let last: { key: string; vocabulary: Vocabulary } | null = null;
  return (names) => {
    const key = JSON.stringify(names);
    if (last?.key !== key) last = { key, vocabulary: vocabularyOf(names) };
    return last.vocabulary;
  };
}

/** Returns the vocabulary of some courses. */
export function vocabularyOfCourses(courses: readonly Course[]): Vocabulary {
  const unique = (names: readonly TwoNames[]) => [
    ...new Map(names.map((both) => [`${both.name}\n${both.hindi ?? ''}`, both])).values(),
  ];
  return vocabularyOf({
    branches: unique(courses.map(({ branch: name, branch_hindi: hindi }) => ({ name, hindi }))),
    institutes: unique(courses.map(({ institute_name: name, institute_hindi: hindi }) => ({ name, hindi }))).map(
      (both) => ({ ...both, id: both.name }),
    ),
    cities: [...new Set(courses.map(({ city }) => city))],
  });
}

const SYNONYMS: readonly string[] = [
  ...synonyms.flatMap(([word, others]) => [word, ...others]),
  ...SHORT_FORMS.flatMap(({ branch, forms }) => [branch, ...forms]),
  ...COURSE_TYPES.flatMap((type) => [...shortTypeNames(type), ...TYPE_WORDS[type]]),
];
const KNOWN_WORDS: readonly string[] = SYNONYMS.flatMap((text) => normalize(text).split(' '));

/** Shorter words are not corrected: too many others are as similar. */
const MIN_LENGTH = 4;

/** Returns normalized word → the word as spelled, for all words of some texts. */
function spellingsOf(texts: readonly string[]): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const text of texts)
    for (const spelled of text.match(/[\p{L}\p{M}]+/gu) ?? []) {
      const word = normalize(spelled);
      if (word.length >= MIN_LENGTH && !found.has(word)) found.set(word, spelled);
    }
  return found;
}

/** Letters that may differ in a word of this length. */
const tolerance = (word: string) => (word.length < MIN_LENGTH ? 0 : word.length < 8 ? 1 : 2);

/** Of equally similar words, those with the same first letter come first, then the first one. */
function nearestOf(word: string, spellings: ReadonlyMap<string, string>): string | null {
  let best: { spelled: string; distance: number } | null = null;
  for (const [known, spelled] of spellings) {
    if (Math.abs(known.length - word.length) > tolerance(word)) continue;
    const other = known[0] === word[0] ? 0 : 0.5;
    const distance = editDistance(word, known) + other;
    if (distance <= tolerance(word) && distance < (best?.distance ?? Infinity)) best = { spelled, distance };
  }
  return best?.spelled ?? null;
}
