import { instituteIdOf, type ListSection } from '@/lib/catalogue/list/rules';
import type { Course } from '@/lib/catalogue/schema';

/**
 * id, branch, seats left, total seats, price in paise, the positions of its institute, its type, its city and its session,
 * its years (0 if they are not known), and its year of study if that is not the first.
 */
type PackedCourse = [string, string, number, number, number, number, number, number, number, number, number?];

/**
 * The sections of a page as they travel to the browser, where each course is repeated beside its row: names that
 * courses share are written once, and no field has a name.
 */
export type PackedSections = {
  cities: string[];
  types: string[];
  sessions: string[];
  /** The name and the id of each institute. */
  institutes: [string, string | null][];
  sections: (Omit<ListSection, 'courses' | 'instituteId'> & { courses: PackedCourse[] })[];
};

/** Packs sections for the browser. */
export function packSections(sections: readonly ListSection[]): PackedSections {
  const [types, cities, sessions]: [string[], string[], string[]] = [[], [], []];
  const institutes: [string, string | null][] = [];
  const instituteOf = ({ institute_name: name, institute_id: id = null }: Course) => {
    const at = institutes.findIndex(([ownName, ownId]) => ownName === name && ownId === id);
    return at < 0 ? institutes.push([name, id]) - 1 : at;
  };
  return {
    cities,
    types,
    sessions,
    institutes,
    sections: sections.map(({ courses, instituteId: _, ...section }) => ({
      ...section,
      courses: courses.map((course) => {
        const packed: PackedCourse = [
          course.id,
          course.branch,
          course.left_seats,
          course.total_seats,
          course.price_paise,
          instituteOf(course),
          positionIn(types, course.course_name),
          positionIn(cities, course.city),
          positionIn(sessions, course.session ?? ''),
          course.duration_years ?? 0,
        ];
        if (course.study_year && course.study_year > 1) packed.push(course.study_year);
        return packed;
      }),
    })),
  };
}

/** The reverse of packSections. */
export function unpackSections({ cities, types, sessions, institutes, sections }: PackedSections): ListSection[] {
  return sections.map(({ courses: packed, ...section }) => {
    const courses = packed.map(
      ([
        id,
        branch,
        left_seats,
        total_seats,
        price_paise,
        institute,
        type,
        city,
        session,
        years,
        year = 1,
      ]): Course => ({
        id,
        city: cities[city]!,
        course_name: types[type]!,
        branch,
        institute_name: institutes[institute]![0],
        institute_id: institutes[institute]![1],
        total_seats,
        left_seats,
        price_paise,
        session: sessions[session],
        study_year: year,
        ...(years > 0 && { duration_years: years }),
      }),
    );
    return { ...section, instituteId: instituteIdOf(section.institute, courses), courses };
  });
}

function positionIn(names: string[], name: string): number {
  const at = names.indexOf(name);
  return at < 0 ? names.push(name) - 1 : at;
}
