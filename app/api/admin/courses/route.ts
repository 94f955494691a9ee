import { findOffers } from '@/lib/admin/courses/queries';
import { toApiAdminCourse } from '@/lib/admin/courses/schema';
import * as endpoints from '@/lib/api/administration';
import { createHandler, routeHandlers } from '@/lib/api/handler';

/** GET /api/admin/courses?q=TEXT&session=2026-27: open offers with free seats, those with the most first. */
export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers({
  GET: createHandler(endpoints.findCourses, async ({ scope, query, respond }) => {
    const { courses, total } = await findOffers(scope, query);
    return respond(200, { courses: courses.map(toApiAdminCourse), total });
  }),
});
