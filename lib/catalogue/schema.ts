import * as z from 'zod/mini';

/** The five categories of the product (R-ENT-18), in the order used everywhere. */
export const COURSE_TYPES = ['M.Tech', 'B.Tech', 'Diploma', 'Polytechnic', 'ITI'] as const;
export type CourseType = (typeof COURSE_TYPES)[number];

/** The most seats that one course may have, and so the most that one line may ask for. */
export const MAX_SEATS = 10_000;

/** The value of `data-type` that dyes a part of a page in the colour of its course type (R-REG-22, A-53). */
export const COURSE_TYPE_SLUGS = {
  'M.Tech': 'mtech',
  'B.Tech': 'btech',
  Diploma: 'diploma',
  Polytechnic: 'poly',
  ITI: 'iti',
} as const satisfies Record<CourseType, string>;

/** The course type that a text of an address means, whatever its case; null for an unknown one. */
export function toCourseType(text: string): CourseType | null {
  const wanted = text.trim().toLowerCase();
  return COURSE_TYPES.find((type) => type.toLowerCase() === wanted) ?? null;
}

/** The value of `data-type` for a course type; the neutral accent for all types together and for a type that is not ours. */
export function courseTypeSlug(courseType: string | null): string {
  const type = courseType === null ? null : toCourseType(courseType);
  return type ? COURSE_TYPE_SLUGS[type] : 'all';
}

/** `price_per_seat`: rupees with at most two decimals. */
export const PRICE_PER_SEAT = /^\d+(\.\d{1,2})?$/;

/** Text that a list may lack: absent and null mean empty, so that a course without an institute stays valid (R-LIST-03). */
const optionalText = z.pipe(
  z.nullish(z.string()),
  z.transform((text) => text ?? ''),
);

/**
 * A course as the course list and the API give it (R-ENT-05); valid only by R-ENT-19, R-ENT-20 and A-34.
 * `course_name` is the course type, seats are whole numbers, `price_per_seat` is a numeric string in rupees per seat per year (R-ENT-06).
 */
export const courseSchema = z
  .object({
    id: z.string().check(z.minLength(1)),
    city: optionalText,
    course_name: z.string().check(z.trim(), z.minLength(1)),
    branch: optionalText,
    institute_name: optionalText,
    total_seats: z.int().check(z.minimum(0)),
    left_seats: z.int().check(z.minimum(0)),
    price_per_seat: z.string().check(
      z.regex(PRICE_PER_SEAT),
      z.refine((text) => Number.isFinite(Number(text)), 'not a finite number'),
    ),
  })
  .check(
    z.refine((course) => course.left_seats <= course.total_seats, {
      path: ['left_seats'],
      error: 'more than total_seats',
    }),
  );
export type Course = z.infer<typeof courseSchema>;

/** The courses of an answer: a bare array, or one under the name `courses`. */
export const coursesSchema = z.union([
  z.array(courseSchema),
  z.pipe(
    z.object({ courses: z.array(courseSchema) }),
    z.transform(({ courses }) => courses),
  ),
]);

/** A course as a sponsor's own call gives it: also with the seats that are taken (R-ENT-07). */
export type SponsorCourse = Course & { locked_seats: number };

/** The least a map needs of a course: the stats of its city are derived from it in the browser (R-ENT-08). */
export type CourseSeats = Pick<Course, 'city' | 'course_name' | 'total_seats' | 'left_seats'>;

/** Seats of one city (R-ENT-08): available = left, locked = total − left, which the map calls 'Adopted Seats'. */
export type CityStats = { city: string; total_seats: number; available_seats: number; locked_seats: number };

/** A district of the map as far as matching it to cities needs (R-REG-18): the properties of a boundary file's feature. */
export type DistrictNames = { district: string; aliases?: readonly string[] | null };
