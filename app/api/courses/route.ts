import { z } from 'zod';
import { listCourses } from '@/lib/catalogue/queries';
import { toCourseType } from '@/lib/catalogue/schema';
import { json, parseOrThrow, route } from '@/lib/core/http';
import { MAX_LINES } from '@/lib/selection/cart';

/** No name of a place or type is longer, and a NUL character is nothing Postgres can compare. */
const name = z
  .string()
  .max(200)
  .refine((text) => !text.includes('\0'));
const uuids = z.array(z.uuid()).max(MAX_LINES, 'selection.too_many');

/** The query's parameters, all optional; an empty city or course type counts as not given, unknown parameters are ignored. */
const query = z.object({
  city: name.transform((text) => text.trim() || undefined).optional(),
  courseType: name
    .transform((text) => text.trim() || undefined)
    .refine((text) => text === undefined || toCourseType(text) !== null, 'course.type_unknown')
    .optional(),
  ids: z
    .string()
    .transform((text) => text.split(','))
    .pipe(uuids)
    .optional(),
});

/**
 * GET /api/courses?city=&courseType=&ids=uuid,uuid: the open courses as a bare array (R-API-21, A-32, A-33), for anyone.
 * 400 'course.type_unknown' for a course type that does not exist, 400 for anything but at most 200 UUIDs as ids.
 */
export const GET = route(async (request) => {
  const filter = parseOrThrow(query, Object.fromEntries(new URL(request.url).searchParams));
  return json(await listCourses(filter));
});
