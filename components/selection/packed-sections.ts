import type { ListSection } from '@/lib/catalogue/list/rules';
import type { Course } from '@/lib/catalogue/schema';

/**
 * id, branch, seats left, total seats, price in paise, the positions of its institute and its type, and its years if
 * they are known.
 */
type PackedCourse = [string, string, number, number, number, number, number, number?];

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
      courses: courses.map((course) => {
        const packed: PackedCourse = [
          course.id,
          course.branch,
          course.left_seats,
          course.total_seats,
          course.price_paise,
          positionIn(institutes!, course.institute_name),
          positionIn(types!, course.course_name),
        ];
        if (course.duration_years) packed.push(course.duration_years);
        return packed;
      }),
    })),
  };
}

/** The reverse of packSections; the courses are without `institute_id`, which only their section has. */
export function unpackSections({ city, types, institutes, sections }: PackedSections): ListSection[] {
  return sections.map(({ courses, ...section }) => ({
    ...section,
    courses: courses.map(([id, branch, left_seats, total_seats, price_paise, institute, type, years]): Course => ({
      id,
      city,
      course_name: types[type]!,
      branch,
      institute_name: institutes[institute]!,
      total_seats,
      left_seats,
      price_paise,
      ...(years !== undefined && { duration_years: years }),
    })),
  }));
}

function positionIn(names: string[], name: string): number {
  const at = names.indexOf(name);
  return at < 0 ? names.push(name) - 1 : at;
}
