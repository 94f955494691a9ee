import { changeReservation } from '@/lib/admin/reservations/mutations';
import * as endpoints from '@/lib/api/reservations';
import { createHandler, routeHandlers } from '@/lib/api/handler';
import { sendAfterResponse } from '@/lib/notifications/after';
import { offerAfterResponse } from '@/lib/operation/jobs/offer-after-response';
import { HttpError } from '@/lib/platform/errors';

const STATUS = {
  'reservation.not_found': 404,
  'reservation.changed': 409,
  'reservation.ended': 409,
  'reservation.until_past': 400,
  'reservation.until_unchanged': 409,
  'reservation.confirmed': 409,
  'reservation.of_entry': 409,
  'adoption.second_admin': 409,
} as const;

/** PATCH /api/admin/reservations/{reservationId} {action: 'confirm' | 'end' | 'extend', version, reason, until?}. */
export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers({
  PATCH: createHandler(endpoints.changeReservation, async ({ scope, params: { reservationId }, body, respond }) => {
    const result = await changeReservation(scope, reservationId, body);
    if (!result.ok) throw new HttpError(STATUS[result.code], result.code);
    if (body.action === 'confirm') sendAfterResponse();
    else offerAfterResponse();
    return respond(200, { version: result.version });
  }),
});
