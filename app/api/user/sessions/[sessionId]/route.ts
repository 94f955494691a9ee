import * as endpoints from '@/lib/api/account';
import { createHandler, routeHandlers } from '@/lib/api/handler';
import { HttpError } from '@/lib/platform/errors';
import { endOwnSession } from '@/lib/accounts/sessions';

/** DELETE /api/user/sessions/{sessionId}: ends one session of the sponsor. */
export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers({
  DELETE: createHandler(endpoints.endOwnSession, async ({ scope, params: { sessionId }, respond }) => {
    if (!(await endOwnSession(scope, sessionId))) throw new HttpError('auth.session_unknown');
    return respond(200, { success: true });
  }),
});
