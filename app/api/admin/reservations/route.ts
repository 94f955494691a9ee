import { reserveSeats } from '@/lib/admin/reservations/mutations';
import { reservedPath } from '@/lib/adoption/rules';
import * as endpoints from '@/lib/api/reservations';
import { createHandler, routeHandlers } from '@/lib/api/handler';
import { HttpError } from '@/lib/platform/errors';
import { absoluteUrl } from '@/lib/platform/site/metadata';

/** POST /api/admin/reservations {company, holder, email, locale, until, reason, lines}: 409 with the `shortages` if seats are missing. */
export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers({
  POST: createHandler(endpoints.reserveSeats, async ({ scope, body, respond }) => {
    const reserved = await reserveSeats(scope, body);
    if (reserved.ok) return respond(200, { id: reserved.id, link: absoluteUrl(reservedPath(reserved.id)) });
    const { code } = reserved;
    if (code === 'reservation.seats_missing')
      throw new HttpError(409, code, { details: { shortages: reserved.shortages } });
    if (code === 'reservation.exists') throw new HttpError(409, code, { params: reserved.params });
    throw new HttpError(400, code);
  }),
});
