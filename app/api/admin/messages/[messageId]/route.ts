import * as endpoints from '@/lib/contract/administration';
import { createHandler, routeHandlers } from '@/lib/contract/handler';
import { HttpError } from '@/lib/core/errors';
import { sendAfterResponse } from '@/lib/notification/after';
import { retryMessage } from '@/lib/notification/mutations';

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
