import * as endpoints from '@/lib/contract/account';
import { createHandler, routeHandlers } from '@/lib/contract/handler';
import { HttpError } from '@/lib/core/errors';
import { endOwnSession } from '@/lib/identity/sessions';

/** DELETE /api/user/sessions/{sessionId}: ends one session of the sponsor. */
export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers({
  DELETE: createHandler(endpoints.endOwnSession, async ({ scope, params: { sessionId }, respond }) => {
    if (!(await endOwnSession(scope, sessionId))) throw new HttpError(404, 'auth.session_unknown');
    return respond(200, { success: true });
  }),
});
