import { createHandler, routeHandlers } from '@/lib/api/handler';
import { orRefuse } from '@/lib/api/or-refuse';
import * as endpoints from '@/lib/api/funds';
import { changeRelease } from '@/lib/funds/mutations';

/** POST /api/admin/releases/{releaseId} {action: 'confirm', 'reject' or 'return', reason}. */
export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers({
  POST: createHandler(endpoints.changeRelease, async ({ scope, params, body, respond }) => {
    const { alone } = orRefuse(await changeRelease(scope, params.releaseId, body));
    return respond(200, { success: true, alone });
  }),
});
