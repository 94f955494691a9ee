import { COURSE_TYPE_SLUGS, toCourseType } from '@/lib/catalogue/schema';
import { namesCity, placeName, placeOf } from '@/lib/platform/place-of';

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
  /**
   * Translates a branch: the Hindi name of the catalogue, else, if every word has a usual translation, these: 'Welder' →
   * 'वेल्डर'.
   * @param hindi null or absent if the catalogue has none
   */
  branch: (name: string, hindi?: string | null) => string;
  /** Translates an institute, if the catalogue has its Hindi name. */
  institute: (name: string, hindi?: string | null) => string;
};

/** What names an offer, with Hindi names where the catalogue has them; `institute` is empty for courses without one. */
export type OfferNames = {
  courseType: string;
  branch: string;
  branchHindi: string | null;
  institute: string;
  instituteHindi: string | null;
  city: string;
  session: string;
};

/** Returns the names of an offer alone. */
export const pickOfferNames = (offer: OfferNames): OfferNames => {
  const { courseType, branch, branchHindi, institute, instituteHindi, city, session } = offer;
  return { courseType, branch, branchHindi, institute, instituteHindi, city, session };
};

/** Returns what tells the institutes of offers apart: the same name may stand in two cities. */
export const instituteKeyOf = ({ institute, city }: Pick<OfferNames, 'institute' | 'city'>): string =>
  `${institute}\n${city}`;

/** Returns institute and city in a language, the city once (placeOf); the city alone for courses without an institute. */
export const instituteWithCity = (names: Names, institute: string, hindi: string | null, city: string): string =>
  institute ? placeOf(names.institute(institute, hindi), city, names.place(city)) : names.place(city);

/**
 * Returns the names of an offer in a language: course type, branch, institute if it has one, city unless the institute names
 * it, and session.
 */
export function offerTexts(names: Names, offer: OfferNames): string[] {
  const { courseType, branch, branchHindi, institute, instituteHindi, city, session } = offer;
  const [name, place] = [names.institute(institute, instituteHindi), names.place(city)];
  return [
    names.type(courseType),
    names.branch(branch, branchHindi),
    ...(institute ? [name] : []),
    ...(namesCity(name, city, place) ? [] : [place]),
    session,
  ];
}

/** Returns the names in the language of the texts; those without a translation stay as they are. */
export function namesOf({ types, places, words }: NameTexts): Names {
  const isHindi = Object.keys(words).length > 0;
  return {
    institute: (name, hindi) => (isHindi && hindi) || name,
    type: (courseType) => {
      const type = toCourseType(courseType);
      return (type && types[COURSE_TYPE_SLUGS[type]]) || courseType;
    },
    place: (name) => placeName(places, name),
    branch: (name, hindi) => {
      if (isHindi && hindi) return hindi;
      const isKnown = (word: string) => Object.hasOwn(words, word.toLowerCase());
      const parts = name.replaceAll('&', 'and').match(/[\p{L}\p{M}'.]+/gu) ?? [];
      if (!parts.every(isKnown)) return name;
      return name.replaceAll('&', 'and').replace(/[\p{L}\p{M}]+/gu, (word) => words[word.toLowerCase()]!);
    },
  };
}
