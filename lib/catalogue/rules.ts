import { errorText } from '@/lib/i18n/errors';
import {
  COURSE_TYPES,
  courseSchema,
  type CityStats,
  type Course,
  type CourseSeats,
  type DistrictNames,
} from './schema';

/** A course that was left out, with what is wrong with it. For the log, never for the screen. */
export type DroppedCourse = { id: string; reason: string };

/** What a load gives: the valid courses and how many were left out (the screen announces that number once, A-34). */
export type LoadedCourses = { courses: Course[]; dropped: number };

/** Where dropped courses are reported; `log.warn` of lib/core on the server. */
export type WarnLog = (event: string, fields: { id: string; reason: string }) => void;

/** Raised when a load as a whole holds no valid course (R-ERR-09, A-35). `code` is its text in the catalogue of errors. */
export class NoValidCoursesError extends Error {
  readonly code = 'course.none_valid';
  constructor() {
    super(errorText('course.none_valid'));
    this.name = 'NoValidCoursesError';
  }
}

/**
 * Separates valid courses from invalid ones (R-ENT-19, R-ENT-20, A-34), keeping their order.
 * @param raw rows or an API answer: an array, or an object that carries it as `courses`; anything else holds no courses
 */
export function parseCourses(raw: unknown): { courses: Course[]; dropped: DroppedCourse[] } {
  const courses: Course[] = [];
  const dropped: DroppedCourse[] = [];
  for (const item of listOf(raw)) {
    const parsed = courseSchema.safeParse(item);
    if (parsed.success) courses.push(parsed.data);
    else
      dropped.push({
        id: idOf(item),
        reason: parsed.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`).join('; '),
      });
  }
  return { courses, dropped };
}

/** parseCourses with every dropped course logged by id and reason (R-ENT-21). */
export function keepValidCourses(raw: unknown, warn: WarnLog): LoadedCourses {
  const { courses, dropped } = parseCourses(raw);
  for (const { id, reason } of dropped) warn('course_dropped', { id, reason });
  return { courses, dropped: dropped.length };
}

/**
 * keepValidCourses for a load that may not come back empty.
 * @param hasOthers the load was only a part, such as one city, of a catalogue that has other courses: then it may be empty
 * @throws NoValidCoursesError when nothing valid is in it (R-ERR-09, A-35)
 */
export function requireValidCourses(raw: unknown, warn: WarnLog, hasOthers = false): LoadedCourses {
  const loaded = keepValidCourses(raw, warn);
  if (loaded.courses.length === 0 && !hasOthers) throw new NoValidCoursesError();
  return loaded;
}

function listOf(raw: unknown): unknown[] {
  if (Array.isArray(raw)) return raw;
  const courses = (raw as { courses?: unknown } | null | undefined)?.courses;
  return Array.isArray(courses) ? courses : [];
}

function idOf(item: unknown): string {
  const id = (item as { id?: unknown } | null | undefined)?.id;
  return typeof id === 'string' ? id.slice(0, 80) : '';
}

const alphabet = new Intl.Collator('en', { sensitivity: 'base', numeric: true });

type Sortable = Pick<Course, 'id' | 'course_name' | 'branch'>;

/** Order inside a course type: by branch (R-LIST-04). Ties fall to the id, so that the order never flickers. */
export function byBranch(a: Sortable, b: Sortable): number {
  return alphabet.compare(a.branch, b.branch) || (a.id < b.id ? -1 : Number(a.id > b.id));
}

/** Order over all course types: by course name, then branch (R-LIST-05). */
export function byCourseNameThenBranch(a: Sortable, b: Sortable): number {
  return alphabet.compare(a.course_name, b.course_name) || byBranch(a, b);
}

/** Order over all course types, the types in the product's order: by type, then branch. */
export function byTypeThenBranch(a: Sortable, b: Sortable): number {
  return typeRank(a.course_name) - typeRank(b.course_name) || byCourseNameThenBranch(a, b);
}

/** The place of a course type in the product's order; unknown types come last. */
export function typeRank(courseName: string): number {
  const rank = COURSE_TYPES.findIndex((type) => type === courseName);
  return rank < 0 ? COURSE_TYPES.length : rank;
}

/**
 * Institute and city in one line; a city that the institute's name ends with already is not said twice.
 * @param institute its name, or what stands for a course without one
 * @param shown what the reader's language calls the city
 */
export function placeOf(institute: string, city: string, shown = city): string {
  return institute.endsWith(`, ${city}`) ? institute : `${institute}, ${shown}`;
}

/** The courses whose branch, institute or city hold every word of `query`, in any order and case; all of them for an empty one. */
export function findCourses(courses: readonly Course[], query: string): readonly Course[] {
  const words = placeKey(query).split(' ').filter(Boolean);
  if (words.length === 0) return courses;
  return courses.filter(({ branch, institute_name, city }) => {
    const text = placeKey(`${branch} ${institute_name} ${city}`);
    return words.every((word) => text.includes(word));
  });
}

/** Courses of one institute; `institute` is null for the group 'Other Institutes' (text `common.otherInstitutes`). */
export type InstituteGroup = { institute: string | null; courses: Course[] };

/**
 * Groups courses by institute (R-LIST-02), institutes in alphabetical order and those without one last (R-LIST-03).
 * @param compare order inside a group: byBranch on a page of one course type, else byCourseNameThenBranch
 */
export function groupByInstitute(
  courses: readonly Course[],
  compare: (a: Course, b: Course) => number,
): InstituteGroup[] {
  const groups = new Map<string | null, Course[]>();
  for (const course of courses) {
    const institute = course.institute_name.trim() || null;
    const members = groups.get(institute);
    if (members) members.push(course);
    else groups.set(institute, [course]);
  }
  return [...groups]
    .map(([institute, members]) => ({ institute, courses: members.toSorted(compare) }))
    .sort((a, b) => {
      if (a.institute === null || b.institute === null)
        return Number(a.institute === null) - Number(b.institute === null);
      return alphabet.compare(a.institute, b.institute);
    });
}

/** Seats of each city (R-ENT-08), cities compared like districts and named as first written; in alphabetical order. */
export function cityStats(courses: readonly CourseSeats[]): CityStats[] {
  const cities = new Map<string, CityStats>();
  for (const { city, total_seats, left_seats } of courses) {
    const key = placeKey(city);
    const stats = cities.get(key) ?? { city: city.trim(), total_seats: 0, available_seats: 0, locked_seats: 0 };
    stats.total_seats += total_seats;
    stats.available_seats += left_seats;
    stats.locked_seats += total_seats - left_seats;
    cities.set(key, stats);
  }
  return [...cities.values()].sort((a, b) => alphabet.compare(a.city, b.city));
}

/** Names of one district that files of different makers use; all of a row mean the same place. */
const SAME_DISTRICT: readonly (readonly string[])[] = [
  ['Narsinghpur', 'Narsimhapur', 'Narsingpur', 'Narsimhpur'],
  ['Khandwa', 'East Nimar', 'Khandwa (East Nimar)', 'Nimar East'],
  ['Khargone', 'West Nimar', 'Khargone (West Nimar)', 'Khargon', 'Nimar West'],
  ['Narmadapuram', 'Hoshangabad', 'Narmadapuram (Hoshangabad)'],
  ['Agar Malwa', 'Agar', 'Agar-Malwa'],
  ['Ashoknagar', 'Ashok Nagar'],
  ['Chhindwara', 'Chhindwada', 'Chindwara'],
  ['Neemuch', 'Nimach'],
  ['Singrauli', 'Waidhan'],
];

/**
 * Makes the function that finds the district of a city (R-REG-18, A-50): trimmed and without regard to case, on the districts'
 * names, then their aliases, then names known to mean the same place. Two districts that claim a name: the first keeps it.
 * @returns city → the name of its district as the file writes it, or null when no district matches
 */
export function districtMatcher(districts: readonly DistrictNames[]): (city: string) => string | null {
  const found = new Map<string, string>();
  const claim = (name: string, district: string) => {
    const key = placeKey(name);
    if (key && !found.has(key)) found.set(key, district);
  };
  for (const { district } of districts) claim(district, district);
  for (const { district, aliases } of districts) for (const alias of aliases ?? []) claim(alias, district);
  for (const names of SAME_DISTRICT) {
    const district = names.map((name) => found.get(placeKey(name))).find((name) => name !== undefined);
    if (district) for (const name of names) claim(name, district);
  }
  return (city) => found.get(placeKey(city)) ?? null;
}

/** The form in which names of cities and districts are compared: trimmed, single spaces, without regard to case. */
export function placeKey(name: string): string {
  return name.normalize('NFKC').trim().replace(/\s+/g, ' ').toLowerCase();
}
