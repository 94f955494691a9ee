import { COURSE_TYPE_SLUGS, toCourseType } from '@/lib/catalogue/schema';

/** What another language calls things of the catalogue: course types by their dye, places by their name in lower case. */
type NameTexts = { types: Readonly<Record<string, string>>; places: Readonly<Record<string, string>> };

export type Names = {
  /** A course type, e.g. 'B.Tech' → 'बी.टेक'. */
  type: (courseType: string) => string;
  /** A city or district, e.g. 'Indore' → 'इंदौर'. */
  place: (name: string) => string;
};

/** How a language calls course types and places; what it has no name for keeps the catalogue's own. Branches and institutes are names of their owners. */
export function namesOf({ types, places }: NameTexts): Names {
  return {
    type: (courseType) => {
      const type = toCourseType(courseType);
      return (type && types[COURSE_TYPE_SLUGS[type]]) || courseType;
    },
    place: (name) => {
      // A catalogue of messages has no full stops in its keys.
      const key = name.trim().toLowerCase().replaceAll('.', '');
      return (Object.hasOwn(places, key) && places[key]) || name;
    },
  };
}
