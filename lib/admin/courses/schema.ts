import { z } from 'zod';
import { MAX_PRICE_PAISE } from '@/lib/catalogue/import/schema';
import { COURSE_TYPES } from '@/lib/catalogue/schema';
import { MAX_SEATS } from '@/lib/core/limits';
import { toPaise } from '@/lib/core/money';
import { queryText } from '@/lib/core/search-params';

/** A course as administrators keep it, open or closed; prices are rupees in a numeric string (R-ENT-06). */
export const adminCourseSchema = z.object({
  id: z.uuid(),
  city: z.string(),
  /** Null for a course of 'Other Institutes'. */
  institute_name: z.string().nullable(),
  course_name: z.enum(COURSE_TYPES),
  branch: z.string(),
  total_seats: z.number().int(),
  adopted_seats: z.number().int(),
  /** Seats that wait for a payment; those of holds whose time is over count as left. */
  held_seats: z.number().int(),
  left_seats: z.number().int(),
  price_per_seat: z.string(),
  is_open: z.boolean(),
  /** When total, price or openness last changed; ISO 8601, UTC. */
  updated_at: z.string(),
  /** Names this state of total, price and openness; an edit is made of it. */
  version: z.string(),
});
export type AdminCourse = z.infer<typeof adminCourseSchema>;

const RANGE = { error: 'course.total_range' };

/**
 * The body of PATCH /api/admin/courses/{courseId}: what changes, and the version that it changes. The price is rupees, a
 * number or a numeric string, and comes out as paise; seats are a whole number and nothing is coerced into one.
 */
export const courseEditSchema = z
  .strictObject({
    total_seats: z.int(RANGE).min(0, RANGE).max(MAX_SEATS, RANGE).optional(),
    price_per_seat: z
      .union([z.number(), z.string()], { error: 'course.price_range' })
      .transform((rupees, context) => {
        const paise = toPaise(rupees);
        if (paise !== null && paise <= MAX_PRICE_PAISE) return paise;
        context.addIssue({ code: 'custom', message: 'course.price_range' });
        return z.NEVER;
      })
      .optional(),
    is_open: z.boolean().optional(),
    version: z.string().min(1).max(64),
  })
  .refine(({ total_seats, price_per_seat, is_open }) => (total_seats ?? price_per_seat ?? is_open) !== undefined);
export type CourseEdit = z.infer<typeof courseEditSchema>;

/** What the body of a refused edit carries besides code and message: the course as it is now. */
export const refusedEditSchema = z.object({ course: adminCourseSchema });

/** How many courses a page of the table has. */
export const ADMIN_COURSES_PAGE_SIZE = 50;

export const ADMIN_COURSE_STATES = ['open', 'closed', 'full'] as const;
export const ADMIN_COURSE_SORTS = [
  'city',
  'institute',
  'type',
  'branch',
  'total',
  'adopted',
  'held',
  'left',
  'price',
  'state',
  'changed',
] as const;
export type AdminCourseSort = (typeof ADMIN_COURSE_SORTS)[number];

/** How the courses are searched, filtered and sorted, as the address says it. Absent means all. */
export const adminCourseFilterSchema = z.object({
  /** Words of city, institute or branch. */
  q: queryText.optional(),
  type: z.enum(COURSE_TYPES).optional(),
  city: queryText.optional(),
  /** 'full' has no seats left, whether open or closed. */
  state: z.enum(ADMIN_COURSE_STATES).optional(),
  sort: z.enum(ADMIN_COURSE_SORTS).default('city'),
  dir: z.enum(['asc', 'desc']).default('asc'),
});
export type AdminCourseFilter = z.infer<typeof adminCourseFilterSchema>;
