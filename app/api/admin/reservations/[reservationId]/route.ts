import { changeReservation } from '@/lib/admin/reservations/mutations';
import * as endpoints from '@/lib/api/reservations';
import { createHandler, routeHandlers } from '@/lib/api/handler';
import { orRefuse } from '@/lib/api/or-refuse';
import { sendAfterResponse } from '@/lib/notifications/after';
import { offerAfterResponse } from '@/lib/operation/jobs/offer-after-response';

/** PATCH /api/admin/reservations/{reservationId} {action: 'confirm' | 'end' | 'extend', version, reason, until?}. */
export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers({
  PATCH: createHandler(endpoints.changeReservation, async ({ scope, params: { reservationId }, body, respond }) => {
    const result = orRefuse(await changeReservation(scope, reservationId, body));
    if (body.action === 'confirm') sendAfterResponse();
    else offerAfterResponse();
    return respond(200, { version: result.version });
  }),
});
