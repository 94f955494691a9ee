import { COURSE_TYPES } from '@/db/schema/enums';
import { compareNames } from '@/lib/platform/compare-names';
import { errorText } from '@/lib/platform/i18n/errors';
import { normalized } from '@/lib/platform/unicode';
import { readCourse, type CityStats, type Course, type DistrictNames } from './schema';

/** Courses on one page of a list or a search. */
export const LIST_PAGE_SIZE = 60;

/** An omitted course with the reason. For the log only, never shown. */
type DroppedCourse = { id: string; reason: string };

/** The result of a load: the valid courses, and the number omitted (the page reports it once). */
export type LoadedCourses = { courses: Course[]; dropped: number };

/** Logs omitted courses; `log.warn` of lib/platform on the server. */
type WarnLog = (event: string, fields: { id: string; reason: string }) => void;

/** Thrown when a whole load has no valid course. `code` is its key in the error messages. */
export class NoValidCoursesError extends Error {
  readonly code = 'course.none_valid';
  constructor() {
    super(errorText('course.none_valid'));
    this.name = 'NoValidCoursesError';
  }
}

/** Separates valid from invalid courses in their order. */
export function parseCourses(rows: readonly unknown[]): { courses: Course[]; dropped: DroppedCourse[] } {
  const courses: Course[] = [];
  const dropped: DroppedCourse[] = [];
  for (const item of rows) {
    const read = readCourse(item);
    if ('course' in read) courses.push(read.course);
    else dropped.push({ id: idOf(item), reason: read.reason });
  }
  return { courses, dropped };
}

/** Like parseCourses; logs every omitted course with id and reason. */
export function keepValidCourses(rows: readonly unknown[], warn: WarnLog): LoadedCourses {
  const { courses, dropped } = parseCourses(rows);
  for (const { id, reason } of dropped) warn('course_dropped', { id, reason });
  return { courses, dropped: dropped.length };
}

/**
 * Like keepValidCourses, for a load that must not be empty.
 * @param hasOthers true if the load was only a part, such as one city, of a catalogue with other courses: then it may
 * be empty
 * @throws NoValidCoursesError when no course is valid
 */
export function requireValidCourses(rows: readonly unknown[], warn: WarnLog, hasOthers = false): LoadedCourses {
  const loaded = keepValidCourses(rows, warn);
  if (loaded.courses.length === 0 && !hasOthers) throw new NoValidCoursesError();
  return loaded;
}

function idOf(item: unknown): string {
  const id = (item as { id?: unknown } | null | undefined)?.id;
  return typeof id === 'string' ? id.slice(0, 80) : '';
}

type Sortable = Pick<Course, 'id' | 'course_name' | 'branch' | 'session' | 'study_year'>;

/** Sorts courses of one type by branch, then session and year of study. The id breaks ties, so that the order is stable. */
export function byBranch(a: Sortable, b: Sortable): number {
  return (
    compareNames(a.branch, b.branch) ||
    compareNames(a.session ?? '', b.session ?? '') ||
    (a.study_year ?? 1) - (b.study_year ?? 1) ||
    (a.id < b.id ? -1 : Number(a.id > b.id))
  );
}

/** Sorts courses of all types by course name, then branch. */
export function byCourseNameThenBranch(a: Sortable, b: Sortable): number {
  return compareNames(a.course_name, b.course_name) || byBranch(a, b);
}

/** Sorts courses of all types by the order of COURSE_TYPES, then branch. */
export function byTypeThenBranch(a: Sortable, b: Sortable): number {
  return typeRank(a.course_name) - typeRank(b.course_name) || byCourseNameThenBranch(a, b);
}

/** Returns the index of a course type in COURSE_TYPES; unknown types come last. */
export function typeRank(courseName: string): number {
  const rank = COURSE_TYPES.findIndex((type) => type === courseName);
  return rank < 0 ? COURSE_TYPES.length : rank;
}

/** The session of an offer, its year of study (absent: the first), and the years of the whole course if known. */
type Offer = { session?: string; studyYear?: number; years?: number | null };

/** The texts of `common` about years. */
type YearTexts = (key: 'courseYears' | 'studyYear' | 'studyYearOf', values: Record<string, number>) => string;

/**
 * Returns what distinguishes an offer of a course from others: '2026-27, year 2 of 4', 'year 2', '4-year course', or '' if
 * there is nothing to say.
 * @param t the translator of `common`
 * @param isNamed true to name the session: where offers of several can be seen
 */
export function offerText(t: YearTexts, { session, studyYear: year = 1, years }: Offer, isNamed: boolean): string {
  const study =
    year === 1
      ? years && t('courseYears', { years })
      : years
        ? t('studyYearOf', { year, years })
        : t('studyYear', { year });
  return [isNamed && session, study].filter(Boolean).join(', ');
}

/** Returns the offer of a course for offerText. */
export const offerOf = ({ session, study_year, duration_years }: Course): Offer => ({
  session,
  studyYear: study_year,
  years: duration_years,
});

/** Courses of one institute; `institute` is null for 'Other Institutes' (message `common.otherInstitutes`). */
type InstituteGroup = { institute: string | null; courses: Course[] };

/**
 * Groups courses by institute, institutes in alphabetical order and courses without one last.
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
      return compareNames(a.institute, b.institute);
    });
}

/** Returns the id of the institute of a section's courses; null for a section of several. */
export function instituteIdOf(institute: string | null, courses: readonly Course[]): string | null {
  return (institute !== null && courses[0]?.institute_id) || null;
}

export type SeatCounts = Omit<CityStats, 'city'>;

/** Returns the sums of seat counts. */
export function sumSeats(rows: readonly SeatCounts[]): SeatCounts {
  const sum = (key: keyof SeatCounts) => rows.reduce((all, row) => all + row[key], 0);
  return { totalSeats: sum('totalSeats'), leftSeats: sum('leftSeats'), takenSeats: sum('takenSeats') };
}

/** Names of one district in different sources; all names of an entry mean the same place. */
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
 * Returns a function that finds the district of a city, trimmed and ignoring case: by the districts' names, then their
 * aliases, then the known variants. If two districts claim a name, the first wins.
 * @returns city → the district's name as in the file, or null without a match
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

/** Normalizes names of cities and districts for comparison: NFKC, trimmed, single spaces, lower case. */
export function placeKey(name: string): string {
  return normalized(name, 'NFKC').trim().replace(/\s+/g, ' ').toLowerCase();
}
