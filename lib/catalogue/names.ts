import { COURSE_TYPE_SLUGS, toCourseType } from '@/lib/catalogue/schema';

/**
 * Translated names of the catalogue: course types by their slug, places by their name in lower case, and the usual words
 * of branches, in lower case.
 */
type NameTexts = Readonly<Record<'types' | 'places' | 'words', Readonly<Record<string, string>>>>;

export type Names = {
  /** Translates a course type, e.g. 'B.Tech' → 'बी.टेक'. */
  type: (courseType: string) => string;
  /** Translates a city or district, e.g. 'Indore' → 'इंदौर'. */
  place: (name: string) => string;
  /** Translates a branch, e.g. 'Welder' → 'वेल्डर', if every word of it has a usual translation. */
  branch: (name: string) => string;
};

/**
 * Returns the translations of course types, places and branches; names without a translation stay as they are. Institutes
 * are not translated.
 */
export function namesOf({ types, places, words }: NameTexts): Names {
  return {
    type: (courseType) => {
      const type = toCourseType(courseType);
      return (type && types[COURSE_TYPE_SLUGS[type]]) || courseType;
    },
    place: (name) => {
      // Message keys must not contain full stops.
      const key = name.trim().toLowerCase().replaceAll('.', '');
      return (Object.hasOwn(places, key) && places[key]) || name;
    },
    branch: (name) => {
      const isKnown = (word: string) => Object.hasOwn(words, word.toLowerCase());
      const parts = name.replaceAll('&', 'and').match(/[\p{L}\p{M}'.]+/gu) ?? [];
      if (!parts.every(isKnown)) return name;
      return name.replaceAll('&', 'and').replace(/[\p{L}\p{M}]+/gu, (word) => words[word.toLowerCase()]!);
    },
  };
}
