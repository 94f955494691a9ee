import { listCourses } from '@/lib/catalogue/queries';
import * as calls from '@/lib/contract/catalogue';
import { door, serve } from '@/lib/contract/door';

/** GET /api/courses?city=&courseType=&ids=uuid,uuid: the open courses as a bare array (R-API-21, A-32, A-33), for anyone. */
export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = serve({
  GET: door(calls.listCourses, async ({ query, answer }) => answer(200, await listCourses(query))),
});
