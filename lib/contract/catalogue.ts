import { z } from 'zod';
import { toCourseType } from '@/lib/catalogue/schema';
import { MAX_LINES } from '@/lib/selection/cart';
import { defineEndpoint } from './endpoint';
import { courseResponse, sponsorCourseResponse } from './schema';

/** No name of a place or type is longer, and a NUL character is nothing Postgres can compare. */
const name = z
  .string()
  .max(200)
  .regex(/^[^\0]*$/);
const uuids = z.array(z.uuid()).max(MAX_LINES, 'selection.too_many');

const ids = z
  .string()
  .transform((text) => text.split(','))
  .pipe(uuids)
  .optional()
  .describe('At most 200 UUIDs with commas between them');

/** All optional; an empty city or course type counts as not given. */
const query = z.object({
  city: name.transform((text) => text.trim() || undefined).optional(),
  courseType: name
    .transform((text) => text.trim() || undefined)
    .refine((text) => text === undefined || toCourseType(text) !== null, 'course.type_unknown')
    .optional(),
  ids,
});

export const listCourses = defineEndpoint({
  id: 'listCourses',
  method: 'GET',
  path: '/courses',
  tag: 'Catalogue',
  summary: 'The open courses of a city, of a type, or by their ids',
  description: 'City and type whatever their case; all criteria given must hold.',
  access: 'anyone',
  query,
  responses: { 200: { description: 'The courses, in an order that stays the same', schema: z.array(courseResponse) } },
  errors: { 400: { codes: ['course.type_unknown', 'selection.too_many'] } },
});

export const listSponsorCourses = defineEndpoint({
  id: 'listSponsorCourses',
  method: 'GET',
  path: '/user/courses',
  tag: 'Catalogue',
  summary: 'The open courses with the seats that others have taken: all of them, or those of `ids`',
  description: "The sponsor's own held seats count as free: choosing something else gives them back.",
  access: 'sponsor',
  query: z.object({ ids }),
  responses: { 200: { description: 'The courses', schema: z.array(sponsorCourseResponse) } },
  errors: { 400: { codes: ['selection.too_many'] } },
});
