import * as z from 'zod/mini';
import { requirePaise, RUPEES, toRupeeString } from '@/lib/core/money';

/**
 * The course types in display order: the slug, and whether the landing page and the dashboard (tiles and wizard) offer
 * the type. Map, lists and administration offer all of them.
 */
const TYPES = {
  'M.Tech': { slug: 'mtech', onLanding: false, onDashboard: true },
  'B.Tech': { slug: 'btech', onLanding: true, onDashboard: true },
  Diploma: { slug: 'diploma', onLanding: true, onDashboard: true },
  Polytechnic: { slug: 'poly', onLanding: false, onDashboard: false },
  ITI: { slug: 'iti', onLanding: true, onDashboard: true },
};
export type CourseType = keyof typeof TYPES;

export const COURSE_TYPES = Object.keys(TYPES) as CourseType[];
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

/** Optional text: absent and null mean empty, so that a course without an institute stays valid. */
const optionalText = z.pipe(
  z.nullish(z.string()),
  z.transform((text) => text ?? ''),
);

/**
 * A course in course lists, with the validity rules R-ENT-19, R-ENT-20 and A-34. `course_name` is the course type, seats
 * are whole numbers, `price_paise` is per seat per year.
 */
export const courseSchema = z
  .object({
    id: z.string().check(z.minLength(1)),
    city: optionalText,
    course_name: z.string().check(z.trim(), z.minLength(1)),
    branch: optionalText,
    institute_name: optionalText,
    /** Null for a course of 'Other Institutes'; the API has it and the years only on demand. */
    institute_id: z.optional(z.nullable(z.string())),
    /** Length of the whole course; null if unknown. */
    duration_years: z.optional(z.nullable(z.int())),
    total_seats: z.int().check(z.minimum(0)),
    left_seats: z.int().check(z.minimum(0)),
    price_paise: z.int().check(z.minimum(0)),
  })
  .check(
    z.refine((course) => course.left_seats <= course.total_seats, {
      path: ['left_seats'],
      error: 'more than total_seats',
    }),
  );
export type Course = z.infer<typeof courseSchema>;

/** Converts a course for the API: the fields of the specification, `price_per_seat` as a numeric string in rupees. */
export function toApiCourse<C extends { price_paise: number; institute_id?: unknown; duration_years?: unknown }>({
  price_paise,
  institute_id: _institute,
  duration_years: _duration,
  ...course
}: C) {
  return { ...course, price_per_seat: toRupeeString(price_paise) };
}

/** toApiCourse with what is known beyond the specification: the id of the institute and the years. */
export function toDetailedApiCourse(course: Course) {
  const { institute_id, duration_years } = course;
  return { ...toApiCourse(course), ...(institute_id && { institute_id }), ...(duration_years && { duration_years }) };
}

/** The reverse of toApiCourse; throws RangeError if the price does not match RUPEES. */
export function fromApiCourse<C extends { price_per_seat: string }>({ price_per_seat, ...course }: C) {
  return { ...course, price_paise: requirePaise(price_per_seat) };
}

const apiCourseSchema = z.pipe(
  z.pipe(
    z.looseObject({ price_per_seat: z.string().check(z.regex(RUPEES)) }),
    z.transform((course): unknown => fromApiCourse(course)),
  ),
  courseSchema,
);

/** The courses of an API response: a bare array, or an object with `courses`. */
export const coursesSchema = z.union([
  z.array(apiCourseSchema),
  z.pipe(
    z.object({ courses: z.array(apiCourseSchema) }),
    z.transform(({ courses }) => courses),
  ),
]);

/** A course in a sponsor's own list: also with the seats taken by others. */
export type SponsorCourse = Course & { locked_seats: number };

/** Seats of one city. Taken seats are adopted or held: total − left, labelled 'Adopted Seats' on the map. */
export type CityStats = { city: string; totalSeats: number; leftSeats: number; takenSeats: number };

/** A district as needed to match cities to it: the properties of a feature in the boundary file. */
export type DistrictNames = { district: string; aliases?: readonly string[] | null };
