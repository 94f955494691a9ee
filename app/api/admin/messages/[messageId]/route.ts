import * as endpoints from '@/lib/api/administration';
import { createHandler, routeHandlers } from '@/lib/api/handler';
import { HttpError } from '@/lib/platform/errors';
import { sendAfterResponse } from '@/lib/notifications/after';
import { retryMessage } from '@/lib/notifications/mutations';

const STATUS = { 'message.not_found': 404, 'message.not_dead': 409 } as const;

/** POST /api/admin/messages/{messageId} {action: 'retry'}: makes a dead message due again; 409 if it is not dead. */
export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers({
  POST: createHandler(endpoints.retryDeadMessage, async ({ scope, params: { messageId }, respond }) => {
    const result = await retryMessage(scope, messageId);
    if (!result.ok) throw new HttpError(STATUS[result.code], result.code);
    sendAfterResponse();
    return respond(200, { success: true });
  }),
});
