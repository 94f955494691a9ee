import * as endpoints from '@/lib/api/administration';
import { createHandler, routeHandlers } from '@/lib/api/handler';
import { orRefuse } from '@/lib/api/or-refuse';
import { sendAfterResponse } from '@/lib/notifications/after';
import { retryMessage } from '@/lib/notifications/mutations';

/** POST /api/admin/messages/{messageId} {action: 'retry'}: makes a dead message due again; 409 if it is not dead. */
export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers({
  POST: createHandler(endpoints.retryDeadMessage, async ({ scope, params: { messageId }, respond }) => {
    orRefuse(await retryMessage(scope, messageId));
    sendAfterResponse();
    return respond(200, { success: true });
  }),
});
