import { removeClerk } from '@/lib/accounts/offices/mutations';
import * as endpoints from '@/lib/api/offices';
import { createHandler, routeHandlers } from '@/lib/api/handler';
import { orRefuse } from '@/lib/api/or-refuse';

/** DELETE /api/office/colleagues/{accountId}: for heads. */
export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers({
  DELETE: createHandler(endpoints.removeClerk, async ({ scope, params, respond }) => {
    orRefuse(await removeClerk(scope, params.accountId));
    return respond(200, { success: true });
  }),
});
