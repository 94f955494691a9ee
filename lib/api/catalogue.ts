import { z } from 'zod';
import { toCourseType } from '@/lib/catalogue/schema';
import { idSchema } from '@/lib/platform/id-schema';
import { MAX_LINES } from '@/lib/platform/limits';
import { area } from './endpoint';
import { detailedCourseResponse, sponsorCourseResponse } from './schema';

const visitor = area({ tag: 'Catalogue', access: 'anyone' });
const sponsor = area({ tag: 'Catalogue', access: 'sponsor', minRole: 'view' });

/** Longer than any name of a place or type; without NUL characters, which Postgres rejects. */
const name = z
  .string()
  .max(200)
  .regex(/^[^\0]*$/);
const uuids = z.array(idSchema()).max(MAX_LINES, 'selection.too_many');

const uuidList = z
  .string()
  .transform((text) => text.split(','))
  .pipe(uuids)
  .optional();
const ids = uuidList.describe('At most 200 comma-separated UUIDs');

/** All optional; an empty city or course type counts as absent. */
const query = z.object({
  city: name.transform((text) => text.trim() || undefined).optional(),
  courseType: name
    .transform((text) => text.trim() || undefined)
    .refine((text) => text === undefined || toCourseType(text) !== null, 'course.type_unknown')
    .optional(),
  ids,
  reservations: uuidList.describe('Ids of reservations: their seats count as left. Only their holders can adopt them.'),
  details: z
    .literal('1')
    .optional()
    .describe('1: also the id of the institute, the years of the course and the names in Hindi, if known'),
});

export const listCourses = visitor.get('/courses', {
  id: 'listCourses',
  summary: 'List open courses by city, type or ids',
  description: 'City and type are case-insensitive; courses must match all given criteria.',
  query,
  responses: { 200: { description: 'The courses, in a stable order', schema: z.array(detailedCourseResponse) } },
  errors: ['course.type_unknown', 'selection.too_many'],
});

export const listSponsorCourses = sponsor.get('/user/courses', {
  id: 'listSponsorCourses',
  summary: 'List open courses with the seats taken by others: all, or those of `ids`',
  description: "The sponsor's own held seats count as left: a new selection releases them.",
  query: z.object({ ids }),
  responses: { 200: { description: 'The courses', schema: z.array(sponsorCourseResponse) } },
  errors: ['selection.too_many'],
});
