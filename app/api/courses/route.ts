import { listCourses } from '@/lib/catalogue/queries';
import { withCatalogueSlot } from '@/lib/catalogue/slots';
import { toApiCourse, toDetailedApiCourse } from '@/lib/catalogue/schema';
import * as endpoints from '@/lib/api/catalogue';
import { createHandler, routeHandlers } from '@/lib/api/handler';

/** GET /api/courses?city=&courseType=&ids=uuid,uuid&details=1: the open courses as a bare array; public. */
export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers({
  GET: createHandler(endpoints.listCourses, ({ request, query: { details, ...filter }, respond }) =>
    withCatalogueSlot(request, filter, async () =>
      respond(200, (await listCourses(filter)).map(details ? toDetailedApiCourse : toApiCourse)),
    ),
  ),
});
