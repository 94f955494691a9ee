import { endRequestOf } from '@/lib/admin/reservations/mutations';
import * as endpoints from '@/lib/api/reservations';
import { createHandler, routeHandlers } from '@/lib/api/handler';
import { orRefuse } from '@/lib/api/or-refuse';
import { sendAfterResponse } from '@/lib/notifications/after';
import { offerAfterResponse } from '@/lib/operation/jobs/offer-after-response';

/** POST /api/admin/waiting/{requestId} {action: 'withdraw', reason}: ends a request; what was offered to it is free again. */
export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers({
  POST: createHandler(endpoints.endWaitingRequest, async ({ scope, params: { requestId }, body, respond }) => {
    orRefuse(await endRequestOf(scope, requestId, body.reason));
    sendAfterResponse();
    offerAfterResponse();
    return respond(200, { success: true });
  }),
});
