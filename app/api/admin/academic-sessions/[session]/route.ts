import { actOnSession, changeSession } from '@/lib/sessions/mutations';
import * as endpoints from '@/lib/api/sessions';
import { createHandler, routeHandlers } from '@/lib/api/handler';
import { orRefuse } from '@/lib/api/or-refuse';
import { sendAfterResponse } from '@/lib/notifications/after';

/**
 * PATCH /api/admin/academic-sessions/{session} {first_day, last_day, adopting_from, adopting_until, version}
 * POST /api/admin/academic-sessions/{session} {action: 'open', version, from?, percent, continuing, offers, seats} or
 * {action: 'close' | 'invite', version}
 */
export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers({
  PATCH: createHandler(endpoints.changeSession, async ({ scope, params: { session }, body, respond }) => {
    orRefuse(await changeSession(scope, session, body));
    return respond(200, { success: true });
  }),
  POST: createHandler(endpoints.actOnSession, async ({ scope, params: { session }, body, respond }) => {
    orRefuse(await actOnSession(scope, session, body));
    // Invitations to renew.
    sendAfterResponse();
    return respond(200, { success: true });
  }),
});
