import { endRequestOf } from '@/lib/waiting/admin/mutations';
import * as endpoints from '@/lib/api/reservations';
import { createHandler, routeHandlers } from '@/lib/api/handler';
import { sendAfterResponse } from '@/lib/notifications/after';
import { offerAfterResponse } from '@/lib/operation/jobs/offer-after-response';
import { HttpError } from '@/lib/platform/errors';

const STATUS = { 'waiting.not_found': 404, 'waiting.ended': 409 } as const;

/** POST /api/admin/waiting/{requestId} {action: 'withdraw', reason}: ends a request; what was offered to it is free again. */
export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers({
  POST: createHandler(endpoints.endWaitingRequest, async ({ scope, params: { requestId }, body, respond }) => {
    const ended = await endRequestOf(scope, requestId, body.reason);
    if (!ended.ok) throw new HttpError(STATUS[ended.code], ended.code);
    sendAfterResponse();
    offerAfterResponse();
    return respond(200, { success: true });
  }),
});
