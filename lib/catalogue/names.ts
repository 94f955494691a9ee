import { COURSE_TYPE_SLUGS, toCourseType } from '@/lib/catalogue/schema';

/** Translated names of the catalogue: course types by their slug, places by their name in lower case. */
type NameTexts = { types: Readonly<Record<string, string>>; places: Readonly<Record<string, string>> };

export type Names = {
  /** Translates a course type, e.g. 'B.Tech' → 'बी.टेक'. */
  type: (courseType: string) => string;
  /** Translates a city or district, e.g. 'Indore' → 'इंदौर'. */
  place: (name: string) => string;
};

/**
 * Returns the translations of course types and places; names without a translation stay as they are. Branches and
 * institutes are not translated.
 */
export function namesOf({ types, places }: NameTexts): Names {
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
  };
}
