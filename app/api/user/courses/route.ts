import { listSponsorCourses } from '@/lib/catalogue/queries';
import { json, route } from '@/lib/core/http';
import { requireSponsor } from '@/lib/identity/session';

/** GET /api/user/courses (R-API-20, A-33): the open courses with their locked seats as a bare array, for a signed-in sponsor; 401. */
export const GET = route(async (request: Request) => {
  return json(await listSponsorCourses(await requireSponsor(request)));
});
