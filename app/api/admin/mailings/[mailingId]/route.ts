import { actOnMailing } from '@/lib/admin/mailings/mutations';
import { createHandler, routeHandlers } from '@/lib/api/handler';
import * as endpoints from '@/lib/api/mailings';
import { orRefuse } from '@/lib/api/or-refuse';

/** POST /api/admin/mailings/{mailingId}: stops a message to many sponsors, or continues it. */
export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers({
  POST: createHandler(endpoints.actOnMailing, async ({ scope, params: { mailingId }, body, respond }) => {
    orRefuse(await actOnMailing(scope, 'adoptions', mailingId, body));
    return respond(200, { success: true });
  }),
});
