import { endConversation } from '@/lib/conversation/mutations';
import * as endpoints from '@/lib/api/conversation';
import { createHandler, routeHandlers } from '@/lib/api/handler';
import { orRefuse } from '@/lib/api/or-refuse';

/** POST /api/admin/sponsor-messages/{messageId} {action: 'end', reason}: a message of a sponsor needs no answer. */
export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers({
  POST: createHandler(endpoints.endWithSponsor, async ({ scope, params: { messageId }, body: { reason }, respond }) => {
    orRefuse(await endConversation(scope, 'sponsor', messageId, reason));
    return respond(200, { success: true });
  }),
});
