import { scheduleExport } from '@/lib/admin/exports/mutations';
import * as endpoints from '@/lib/api/administrators';
import { createHandler, routeHandlers } from '@/lib/api/handler';
import { orRefuse } from '@/lib/api/or-refuse';

/** POST /api/admin/exports {kind, query, every}: sends a table by e-mail. */
export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers({
  POST: createHandler(endpoints.scheduleExport, async ({ scope, body, respond }) => {
    const { email, nextOn } = orRefuse(await scheduleExport(scope, body));
    return respond(200, { email, next_on: nextOn });
  }),
});
