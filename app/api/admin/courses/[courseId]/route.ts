import { changeCourse } from '@/lib/admin/courses/mutations';
import { toApiAdminCourse } from '@/lib/admin/courses/schema';
import * as endpoints from '@/lib/api/administration';
import { createHandler, routeHandlers } from '@/lib/api/handler';
import { orRefuse } from '@/lib/api/or-refuse';
import { offerAfterResponse } from '@/lib/operation/jobs/offer-after-response';

/**
 * PATCH /api/admin/courses/{courseId} {total_seats?, price_per_seat?, is_open?, duration_years?, branch_hindi?, version}: returns the updated course;
 * 409 with the current `course` if more seats are taken than the new total, or if `version` is outdated.
 */
export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers({
  PATCH: createHandler(endpoints.editCourse, async ({ scope, params: { courseId }, body, respond }) => {
    const { course } = orRefuse(await changeCourse(scope, courseId, body), (refused) =>
      'course' in refused
        ? { details: { ...('params' in refused && refused.params), course: toApiAdminCourse(refused.course) } }
        : {},
    );
    offerAfterResponse();
    return respond(200, toApiAdminCourse(course));
  }),
});
