import { removeClerk } from '@/lib/accounts/offices/mutations';
import * as endpoints from '@/lib/api/offices';
import { createHandler, routeHandlers } from '@/lib/api/handler';
import { HttpError } from '@/lib/platform/errors';

/** DELETE /api/office/colleagues/{accountId}: for heads. */
export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers({
  DELETE: createHandler(endpoints.removeClerk, async ({ scope, params, respond }) => {
    const outcome = await removeClerk(scope, params.accountId);
    if (!outcome.ok) throw new HttpError(404, outcome.code);
    return respond(200, { success: true });
  }),
});
