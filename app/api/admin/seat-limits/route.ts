import { setSeatLimit } from '@/lib/admin/alerts/mutations';
import * as endpoints from '@/lib/api/seat-limits';
import { createHandler, routeHandlers } from '@/lib/api/handler';

/** PUT /api/admin/seat-limits {sponsor, max_seats, reason}: the limit of unpaid seats of one sponsor. */
export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers({
  PUT: createHandler(endpoints.setSeatLimit, async ({ scope, body, respond }) => {
    const { seats, max } = await setSeatLimit(scope, body);
    return respond(200, { seats, max_seats: max });
  }),
});
