import { reserveSeats } from '@/lib/admin/reservations/mutations';
import { reservedPath } from '@/lib/adoption/core/rules';
import * as endpoints from '@/lib/api/reservations';
import { createHandler, routeHandlers } from '@/lib/api/handler';
import { orRefuse } from '@/lib/api/or-refuse';
import { absoluteUrl } from '@/lib/platform/site/metadata';

/** POST /api/admin/reservations {company, holder, email, locale, until, reason, lines}: 409 with the `shortages` if seats are missing. */
export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers({
  POST: createHandler(endpoints.reserveSeats, async ({ scope, body, respond }) => {
    const { id } = orRefuse(await reserveSeats(scope, body));
    return respond(200, { id, link: absoluteUrl(reservedPath(id)) });
  }),
});
