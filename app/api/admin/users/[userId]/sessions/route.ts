import * as endpoints from '@/lib/contract/administration';
import { createHandler, routeHandlers } from '@/lib/contract/handler';
import { HttpError } from '@/lib/core/errors';
import { endSponsorSessions } from '@/lib/identity/sessions';

/** DELETE /api/admin/users/{userId}/sessions: ends all sessions of a sponsor. */
export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers({
  DELETE: createHandler(endpoints.endSponsorSessions, async ({ scope, params: { userId }, respond }) => {
    const ended = await endSponsorSessions(scope, userId);
    if (ended === null) throw new HttpError(404, 'admin.not_found');
    return respond(200, { ended });
  }),
});
