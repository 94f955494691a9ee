import { confirmSession } from '@/lib/accounts/administrators/second-factor';
import * as endpoints from '@/lib/api/administrators';
import { createHandler, routeHandlers } from '@/lib/api/handler';
import { orRefuse } from '@/lib/api/or-refuse';
import { clientAddress } from '@/lib/platform/http';

/** POST /api/admin/account/confirm {password?, code?}. */
export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers({
  POST: createHandler(endpoints.confirmAdministrator, async ({ request, scope, body, respond }) => {
    orRefuse(await confirmSession(scope, body, clientAddress(request)));
    return respond(200, { success: true });
  }),
});
