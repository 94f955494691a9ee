import { z } from 'zod';

/** The five categories of the product (R-ENT-18), in the order used everywhere. */
export const COURSE_TYPES = ['M.Tech', 'B.Tech', 'Diploma', 'Polytechnic', 'ITI'] as const;
export type CourseType = (typeof COURSE_TYPES)[number];

/** The value of `data-type` that dyes a part of a page in the colour of its course type (R-REG-22, A-53). */
export const TYPE_DYE = { 'M.Tech': 'mtech', 'B.Tech': 'btech', Diploma: 'diploma', Polytechnic: 'poly', ITI: 'iti' } as const satisfies Record<CourseType, string>;

/** The course type that a text of an address means, whatever its case; null for an unknown one. */
export function toCourseType(text: string): CourseType | null {
  const wanted = text.trim().toLowerCase();
  return COURSE_TYPES.find((type) => type.toLowerCase() === wanted) ?? null;
}

/** A course as the course list and the API give it (R-ENT-05). `price_per_seat` is a numeric string in rupees per seat per year. */
export const courseSchema = z.object({
  id: z.string().min(1),
  city: z.string(),
  course_name: z.string().min(1),
  branch: z.string(),
  institute_name: z.string(),
  total_seats: z.number().int().min(0),
  left_seats: z.number().int().min(0),
  price_per_seat: z.string().regex(/^\d+(\.\d{1,2})?$/),
});
export type Course = z.infer<typeof courseSchema>;

/** The least a map needs of a course: the stats of its city are derived from it in the browser (R-ENT-08). */
export type CourseSeats = Pick<Course, 'city' | 'course_name' | 'total_seats' | 'left_seats'>;
