import * as endpoints from '@/lib/api/administration';
import { createHandler, routeHandlers } from '@/lib/api/handler';
import { HttpError } from '@/lib/platform/errors';
import { endSponsorSessions } from '@/lib/accounts/sessions';

/** DELETE /api/admin/users/{userId}/sessions: ends all sessions of a sponsor. */
export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers({
  DELETE: createHandler(endpoints.endSponsorSessions, async ({ scope, params: { userId }, respond }) => {
    const ended = await endSponsorSessions(scope, userId);
    if (ended === null) throw new HttpError('admin.not_found');
    return respond(200, { ended });
  }),
});
