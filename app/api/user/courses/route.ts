import { listSponsorCourses } from '@/lib/catalogue/queries';
import * as calls from '@/lib/contract/catalogue';
import { door, serve } from '@/lib/contract/door';

/** GET /api/user/courses (R-API-20, A-33): the open courses with their locked seats as a bare array, for a signed-in sponsor. */
export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = serve({
  GET: door(calls.listSponsorCourses, async ({ scope, answer }) => answer(200, await listSponsorCourses(scope))),
});
