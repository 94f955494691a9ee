import { listSponsorCourses } from '@/lib/catalogue/queries';
import * as endpoints from '@/lib/contract/catalogue';
import { createHandler, routeHandlers } from '@/lib/contract/handler';

/** GET /api/user/courses: the open courses with their locked seats as a bare array, for a signed-in sponsor. */
export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers({
  GET: createHandler(endpoints.listSponsorCourses, async ({ scope, respond }) =>
    respond(200, await listSponsorCourses(scope)),
  ),
});
