import { remindOffices } from '@/lib/admin/attention/mutations';
import { createHandler, routeHandlers } from '@/lib/api/handler';
import * as endpoints from '@/lib/api/reports';

/** POST /api/admin/reminders {chosen}: reminds the offices of several institutes of their late reports. */
export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers({
  POST: createHandler(endpoints.remindOffices, async ({ scope, body: { chosen }, respond }) =>
    respond(200, { results: await remindOffices(scope, chosen) }),
  ),
});
