import { reservationKeys } from '@/lib/adoption/take/queries';
import { listSponsorCourses } from '@/lib/catalogue/queries';
import { withCatalogueSlot } from '@/lib/catalogue/slots';
import { toApiCourse } from '@/lib/catalogue/schema';
import * as endpoints from '@/lib/api/catalogue';
import { createHandler, routeHandlers } from '@/lib/api/handler';

/** GET /api/user/courses?ids=uuid,uuid: the open courses with their locked seats as a bare array, for a signed-in sponsor. */
export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers({
  GET: createHandler(endpoints.listSponsorCourses, ({ request, scope, query, respond }) =>
    withCatalogueSlot(request, query, async () =>
      respond(200, (await listSponsorCourses(scope, query.ids, await reservationKeys(scope))).map(toApiCourse)),
    ),
  ),
});
