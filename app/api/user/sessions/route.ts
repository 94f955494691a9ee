import * as endpoints from '@/lib/api/account';
import { createHandler, routeHandlers } from '@/lib/api/handler';
import { endOtherSessions, listSessions } from '@/lib/accounts/sessions';

/** GET /api/user/sessions: the sponsor's live sessions. DELETE ends all but the present one. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers({
  GET: createHandler(endpoints.listSessions, async ({ scope, respond }) => {
    const sessions = (await listSessions(scope)).map(({ id, device, createdAt, lastUsedAt }) => ({
      id,
      device,
      created_at: createdAt.toISOString(),
      last_used_at: lastUsedAt.toISOString(),
      is_current: id === scope.sessionId,
    }));
    return respond(200, { sessions });
  }),
  DELETE: createHandler(endpoints.endOtherSessions, async ({ scope, respond }) =>
    respond(200, { ended: await endOtherSessions(scope) }),
  ),
});
