import type { ListSection } from '@/lib/course-list/rules';
import type { Course } from '@/lib/catalogue/schema';

/** id, branch, seats left, total seats, price in paise, and the positions of its institute and its type. */
type PackedCourse = [string, string, number, number, number, number, number];

/**
 * The sections of a page as they travel to the browser, where each course is repeated beside its card: names that
 * courses share are written once, and no field has a name.
 */
export type PackedSections = {
  city: string;
  types: string[];
  institutes: string[];
  sections: (Omit<ListSection, 'courses'> & { courses: PackedCourse[] })[];
};

/** Packs sections of one city for the browser. */
export function packSections(sections: readonly ListSection[]): PackedSections {
  const [types, institutes]: string[][] = [[], []];
  return {
    city: sections[0]?.courses[0]?.city ?? '',
    types: types!,
    institutes: institutes!,
    sections: sections.map(({ courses, ...section }) => ({
      ...section,
      courses: courses.map(({ id, branch, left_seats, total_seats, price_paise, institute_name, course_name }) => [
        id,
        branch,
        left_seats,
        total_seats,
        price_paise,
        positionIn(institutes!, institute_name),
        positionIn(types!, course_name),
      ]),
    })),
  };
}

/** The reverse of packSections; the courses are without `institute_id`, which only their section has. */
export function unpackSections({ city, types, institutes, sections }: PackedSections): ListSection[] {
  return sections.map(({ courses, ...section }) => ({
    ...section,
    courses: courses.map(([id, branch, left_seats, total_seats, price_paise, institute, type]): Course => ({
      id,
      city,
      course_name: types[type]!,
      branch,
      institute_name: institutes[institute]!,
      total_seats,
      left_seats,
      price_paise,
    })),
  }));
}

function positionIn(names: string[], name: string): number {
  const at = names.indexOf(name);
  return at < 0 ? names.push(name) - 1 : at;
}
