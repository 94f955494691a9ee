import { setSeatLimit as set } from '@/lib/admin/alerts/mutations';
import { setSeatLimit } from '@/lib/contract/alerts';
import { createHandler, routeHandlers } from '@/lib/contract/handler';

/** PUT /api/admin/seat-limits {sponsor, max_seats, reason}: the limit of unpaid seats of one sponsor. */
export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers({
  PUT: createHandler(setSeatLimit, async ({ scope, body, respond }) => {
    const { seats, most } = await set(scope, body);
    return respond(200, { seats, max_seats: most });
  }),
});
