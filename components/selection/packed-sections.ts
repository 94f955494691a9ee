import type { ListSection } from '@/lib/catalogue/list/rules';
import { instituteIdOf } from '@/lib/catalogue/rules';
import type { Course } from '@/lib/catalogue/schema';

/**
 * id, branch, seats left, total seats, price in paise, the positions of its institute, its type, its city and its session,
 * its years (0 if they are not known), its year of study if that is not the first or something follows, the name of the
 * branch in Hindi ('' if it is not known but something follows), and the seats reserved for the reader and until when, in
 * milliseconds.
 */
type PackedCourse = [
  ...[string, string, number, number, number, number, number, number, number, number],
  number?,
  string?,
  number?,
  number?,
];

/**
 * The sections of a page as they travel to the browser, where each course is repeated beside its row: names that
 * courses share are written once, and no field has a name.
 */
export type PackedSections = {
  cities: string[];
  types: string[];
  sessions: string[];
  /** The name and the id of each institute, and its name in Hindi if that is known. */
  institutes: [string, string | null, string?][];
  sections: (Omit<ListSection, 'courses' | 'instituteId'> & { courses: PackedCourse[] })[];
};

/** Packs sections for the browser. */
export function packSections(sections: readonly ListSection[]): PackedSections {
  const [types, cities, sessions]: [string[], string[], string[]] = [[], [], []];
  const institutes: PackedSections['institutes'] = [];
  const instituteOf = ({ institute_name: name, institute_id: id = null, institute_hindi: hindi }: Course) => {
    const at = institutes.findIndex(([ownName, ownId]) => ownName === name && ownId === id);
    return at < 0 ? institutes.push(hindi ? [name, id, hindi] : [name, id]) - 1 : at;
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
        const { study_year: year = 1, branch_hindi: hindi, reserved_seats: reserved, reserved_until: until } = course;
        if (year > 1 || hindi || reserved) packed.push(year);
        if (hindi || reserved) packed.push(hindi ?? '');
        if (reserved && until) packed.push(reserved, until.getTime());
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
        hindi,
        reserved,
        until,
      ]): Course => ({
        id,
        city: cities[city]!,
        course_name: types[type]!,
        branch,
        institute_name: institutes[institute]![0],
        institute_id: institutes[institute]![1],
        ...(hindi && { branch_hindi: hindi }),
        ...(institutes[institute]![2] && { institute_hindi: institutes[institute]![2] }),
        total_seats,
        left_seats,
        price_paise,
        session: sessions[session],
        study_year: year,
        ...(years > 0 && { duration_years: years }),
        ...(reserved && { reserved_seats: reserved, reserved_until: new Date(until!) }),
      }),
    );
    return { ...section, instituteId: instituteIdOf(section.institute, courses), courses };
  });
}

function positionIn(names: string[], name: string): number {
  const at = names.indexOf(name);
  return at < 0 ? names.push(name) - 1 : at;
}
