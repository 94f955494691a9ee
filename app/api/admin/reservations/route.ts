import { reserveSeats } from '@/lib/admin/reservations/mutations';
import { listReservations } from '@/lib/admin/reservations/queries';
import { RESERVATION_PAGE } from '@/lib/admin/reservations/schema';
import * as endpoints from '@/lib/api/reservations';
import { createHandler, routeHandlers } from '@/lib/api/handler';
import { HttpError } from '@/lib/platform/errors';

/**
 * GET /api/admin/reservations?state=live&before=uuid, and POST {company, holder, email, locale, until, reason, lines}: 409
 * with the `shortages` if seats are missing.
 */
export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers({
  GET: createHandler(endpoints.listReservations, async ({ scope, query, respond }) =>
    respond(200, { reservations: await listReservations(scope, { ...query, limit: RESERVATION_PAGE }) }),
  ),
  POST: createHandler(endpoints.reserveSeats, async ({ scope, body, respond }) => {
    const reserved = await reserveSeats(scope, body);
    if (reserved.ok) return respond(200, { id: reserved.id });
    const { code } = reserved;
    if (code === 'reservation.seats_missing')
      throw new HttpError(409, code, { details: { shortages: reserved.shortages } });
    if (code === 'reservation.exists') throw new HttpError(409, code, { params: reserved.params });
    throw new HttpError(400, code);
  }),
});
