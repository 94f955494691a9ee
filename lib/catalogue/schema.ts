import { COURSE_TYPES, type CourseType } from '@/db/schema/enums';
import { requirePaise, RUPEES, toRupeeString } from '@/lib/platform/money';
import { fieldsOf, isText, schemaOf } from '@/lib/platform/schema';

/**
 * What is known of each course type: the slug, and whether the landing page and the dashboard (tiles and wizard) offer
 * the type. Map, lists and administration offer all of them.
 */
const TYPES = {
  'M.Tech': { slug: 'mtech', onLanding: false, onDashboard: true },
  'B.Tech': { slug: 'btech', onLanding: true, onDashboard: true },
  Diploma: { slug: 'diploma', onLanding: true, onDashboard: true },
  Polytechnic: { slug: 'poly', onLanding: false, onDashboard: false },
  ITI: { slug: 'iti', onLanding: true, onDashboard: true },
} satisfies Record<CourseType, unknown>;

export const LANDING_TYPES = COURSE_TYPES.filter((type) => TYPES[type].onLanding);
export const DASHBOARD_TYPES = COURSE_TYPES.filter((type) => TYPES[type].onDashboard);

/** The `data-type` attribute of each course type, which selects its colour. */
export const COURSE_TYPE_SLUGS = Object.fromEntries(COURSE_TYPES.map((type) => [type, TYPES[type].slug])) as Record<
  CourseType,
  string
>;

/** Parses a course type from a URL, ignoring case; null for an unknown one. */
export function toCourseType(text: string): CourseType | null {
  const wanted = text.trim().toLowerCase();
  return COURSE_TYPES.find((type) => type.toLowerCase() === wanted) ?? null;
}

/** Returns the `data-type` value of a course type; the neutral one for all types together and for unknown types. */
export function courseTypeSlug(courseType: string | null): string {
  const type = courseType === null ? null : toCourseType(courseType);
  return type ? COURSE_TYPE_SLUGS[type] : 'all';
}

/** A course in course lists. `course_name` is the course type, `price_paise` is per seat per year. */
export type Course = {
  id: string;
  city: string;
  course_name: string;
  branch: string;
  institute_name: string;
  /** The names in Hindi; null if unknown. The API has these, the id of the institute and the duration only on demand. */
  branch_hindi?: string | null;
  institute_hindi?: string | null;
  /** Null for a course of 'Other Institutes'. */
  institute_id?: string | null;
  /** Length of the whole course; null if unknown. */
  duration_years?: number | null;
  /** The session of the offer, '2026-27', and its year of study from 1. */
  session?: string;
  study_year?: number;
  total_seats: number;
  left_seats: number;
  price_paise: number;
  /** Of left_seats those that are reserved for the reader, and until when; absent without a reservation. */
  reserved_seats?: number | null;
  reserved_until?: Date | null;
  /** The reservation, if they are shown because its link was opened. */
  reservation_id?: string | null;
};

const isFilled = (value: unknown) => isText(value) && value.trim() !== '';
const isOptionalText = (value: unknown) => value === undefined || value === null || isText(value);
const isOptionalInteger = (value: unknown) => value === undefined || value === null || Number.isSafeInteger(value);
const isCount = (value: unknown) => Number.isSafeInteger(value) && (value as number) >= 0;

/** The validity rule of each field: R-ENT-19, R-ENT-20. */
const COURSE_RULES: Record<keyof Course, (value: unknown) => boolean> = {
  id: isFilled,
  city: isOptionalText,
  course_name: isFilled,
  branch: isOptionalText,
  institute_name: isOptionalText,
  branch_hindi: isOptionalText,
  institute_hindi: isOptionalText,
  institute_id: isOptionalText,
  duration_years: isOptionalInteger,
  session: isOptionalText,
  study_year: isOptionalInteger,
  total_seats: isCount,
  left_seats: isCount,
  price_paise: isCount,
  reserved_seats: isOptionalInteger,
  reserved_until: (value) => value instanceof Date || isOptionalText(value),
  reservation_id: isOptionalText,
};

const RULES = Object.entries(COURSE_RULES);

/** Validates a course, by COURSE_RULES and A-34. Drops other fields; optional texts become empty if absent or null. */
export function readCourse(value: unknown): { course: Course } | { reason: string } {
  const fields = fieldsOf(value);
  const invalid = RULES.filter(([field, isValid]) => !isValid(fields[field]));
  if (invalid.length > 0) return { reason: invalid.map(([field]) => `${field}: invalid`).join('; ') };
  const { id, city, course_name, branch, institute_name, institute_id, duration_years, ...rest } = fields as Course;
  const { session, study_year, branch_hindi, institute_hindi } = rest;
  const { total_seats, left_seats, price_paise, reserved_seats, reserved_until, reservation_id } = rest;
  if (left_seats > total_seats) return { reason: 'left_seats: more than total_seats' };
  return {
    course: {
      id,
      city: city ?? '',
      course_name: course_name.trim(),
      branch: branch ?? '',
      institute_name: institute_name ?? '',
      ...(branch_hindi && { branch_hindi }),
      ...(institute_hindi && { institute_hindi }),
      ...(institute_id !== undefined && { institute_id }),
      ...(duration_years !== undefined && { duration_years }),
      ...(session && { session }),
      ...(study_year && { study_year }),
      total_seats,
      left_seats,
      price_paise,
      ...(reserved_seats &&
        reserved_until && {
          reserved_seats,
          reserved_until: new Date(reserved_until),
          ...(reservation_id && { reservation_id }),
        }),
    },
  };
}

/** What is known of a course beyond the specification; the API has it only on demand. */
type Details = Partial<Record<'institute_id' | 'duration_years' | 'branch_hindi' | 'institute_hindi', unknown>>;

/**
 * Converts a course for the API: the fields of the specification, `price_per_seat` as a numeric string in rupees, and its
 * session and year of study, which tell the offers of one branch apart.
 */
export function toApiCourse<
  C extends {
    price_paise: number;
    reserved_seats?: number | null;
    reserved_until?: Date | null;
    reservation_id?: string | null;
  } & Details,
>({
  price_paise,
  institute_id: _institute,
  duration_years: _duration,
  branch_hindi: _branch,
  institute_hindi: _name,
  reserved_seats,
  reserved_until,
  reservation_id,
  ...course
}: C) {
  const reserved =
    reserved_seats && reserved_until
      ? { reserved_seats, reserved_until: reserved_until.toISOString(), ...(reservation_id && { reservation_id }) }
      : undefined;
  return { ...course, price_per_seat: toRupeeString(price_paise), ...reserved };
}

/** toApiCourse with what is known beyond the specification. */
export function toDetailedApiCourse(course: Course) {
  const { institute_id, duration_years, branch_hindi, institute_hindi } = course;
  return {
    ...toApiCourse(course),
    ...(institute_id && { institute_id }),
    ...(duration_years && { duration_years }),
    ...(branch_hindi && { branch_hindi }),
    ...(institute_hindi && { institute_hindi }),
  };
}

/** The reverse of toApiCourse; throws RangeError if the price does not match RUPEES. */
export function fromApiCourse<C extends { price_per_seat: string }>({ price_per_seat, ...course }: C) {
  return { ...course, price_paise: requirePaise(price_per_seat) };
}

/** Reads a course of an API response; undefined if it is invalid. */
function readApiCourse(value: unknown): Course | undefined {
  const { price_per_seat, ...course } = fieldsOf(value);
  if (!isText(price_per_seat) || !RUPEES.test(price_per_seat)) return undefined;
  const read = readCourse(fromApiCourse({ ...course, price_per_seat }));
  return 'course' in read ? read.course : undefined;
}

/** The courses of an API response: a bare array, or an object with `courses`. One invalid course makes it invalid. */
export const coursesSchema = schemaOf((response) => {
  const rows = Array.isArray(response) ? response : fieldsOf(response).courses;
  if (!Array.isArray(rows)) return undefined;
  const courses = rows.flatMap((row) => readApiCourse(row) ?? []);
  return courses.length === rows.length ? courses : undefined;
});

/** A course in a sponsor's own list: also with the seats taken by others. */
export type SponsorCourse = Course & { locked_seats: number };

/** Seats of one city. Taken seats are adopted or held: total − left, labelled 'Adopted Seats' on the map. */
export type CityStats = { city: string; totalSeats: number; leftSeats: number; takenSeats: number };

/** A district as needed to match cities to it: the properties of a feature in the boundary file. */
export type DistrictNames = { district: string; aliases?: readonly string[] | null };
