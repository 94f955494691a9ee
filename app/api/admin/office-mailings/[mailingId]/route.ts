import { actOnMailing } from '@/lib/admin/mailings/mutations';
import { createHandler, routeHandlers } from '@/lib/api/handler';
import * as endpoints from '@/lib/api/mailings';
import { orRefuse } from '@/lib/api/or-refuse';

/** POST /api/admin/office-mailings/{mailingId}: stops a message to many offices, or continues it. */
export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers({
  POST: createHandler(endpoints.actOnOfficeMailing, async ({ scope, params: { mailingId }, body, respond }) => {
    orRefuse(await actOnMailing(scope, 'offices', mailingId, body));
    return respond(200, { success: true });
  }),
});
