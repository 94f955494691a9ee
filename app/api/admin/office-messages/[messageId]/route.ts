import { endConversation } from '@/lib/conversation/mutations';
import * as endpoints from '@/lib/api/conversation';
import { createHandler, routeHandlers } from '@/lib/api/handler';
import { orRefuse } from '@/lib/api/or-refuse';

/** POST /api/admin/office-messages/{messageId} {action: 'end', reason}: a message of an office needs no answer. */
export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers({
  POST: createHandler(endpoints.endWithOffice, async ({ scope, params: { messageId }, body: { reason }, respond }) => {
    orRefuse(await endConversation(scope, 'office', messageId, reason));
    return respond(200, { success: true });
  }),
});
