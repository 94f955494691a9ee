import { changeCourse } from '@/lib/admin/courses/mutations';
import { toApiAdminCourse } from '@/lib/admin/courses/schema';
import * as endpoints from '@/lib/api/administration';
import { createHandler, routeHandlers } from '@/lib/api/handler';
import { offerAfterResponse } from '@/lib/operation/jobs/offer-after-response';
import { HttpError } from '@/lib/platform/errors';

/**
 * PATCH /api/admin/courses/{courseId} {total_seats?, price_per_seat?, is_open?, duration_years?, branch_hindi?, version}: returns the updated course;
 * 409 with the current `course` if more seats are taken than the new total, or if `version` is outdated.
 */
export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers({
  PATCH: createHandler(endpoints.editCourse, async ({ scope, params: { courseId }, body, respond }) => {
    const result = await changeCourse(scope, courseId, body);
    if (result.ok) {
      offerAfterResponse();
      return respond(200, toApiAdminCourse(result.course));
    }
    if (result.code === 'course.not_found') throw new HttpError(404, result.code);
    const { code } = result;
    const course = toApiAdminCourse(result.course);
    if (code === 'course.changed_meanwhile') throw new HttpError(409, code, { details: { course } });
    throw new HttpError(409, code, { params: result.params, details: { ...result.params, course } });
  }),
});
