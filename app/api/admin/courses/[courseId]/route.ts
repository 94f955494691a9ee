import { z } from 'zod';
import { requireAdmin } from '@/lib/admin/session';
import { changeCourse } from '@/lib/catalogue/keeping/mutations';
import { courseEditSchema } from '@/lib/catalogue/keeping/schema';
import { HttpError } from '@/lib/core/errors';
import { json, readJson, route } from '@/lib/core/http';

type Context = { params: Promise<{ courseId: string }> };

/**
 * PATCH /api/admin/courses/{courseId} {total_seats?, price_per_seat?, is_open?, version}, by an administrator's bearer token:
 * 200 the course as it is now; 400 'course.total_range' or 'course.price_range'; 401; 404 'course.not_found'; 409 with the
 * `course` as it is now: 'course.below_taken', or 'course.changed_meanwhile' when it is not the one of `version` any more.
 */
export const PATCH = route(async (request: Request, { params }: Context) => {
  const scope = await requireAdmin(request);
  const { courseId } = await params;
  if (!z.uuid().safeParse(courseId).success) throw new HttpError(404, 'course.not_found');
  const result = await changeCourse(scope, courseId, await readJson(request, courseEditSchema));
  if (result.ok) return json(result.course);
  if (result.code === 'course.not_found') throw new HttpError(404, result.code);
  const { code, course } = result;
  if (code === 'course.changed_meanwhile') throw new HttpError(409, code, { details: { course } });
  throw new HttpError(409, code, { params: result.params, details: { ...result.params, course } });
});
