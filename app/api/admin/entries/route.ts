import { reserveSeats } from '@/lib/admin/reservations/mutations';
import * as endpoints from '@/lib/api/entries';
import { createHandler, routeHandlers } from '@/lib/api/handler';
import { orRefuse } from '@/lib/api/or-refuse';
import { enterAdoption } from '@/lib/entries/mutations';

/** POST /api/admin/entries {how: 'adopt' | 'keep', …, paper_reference, note, lines}: 409 with the `shortages` if seats are missing. */
export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers({
  POST: createHandler(endpoints.enterSeats, async ({ scope, body, respond }) => {
    if (body.how === 'adopt') {
      const { how: _, ...entry } = body;
      return respond(200, { id: orRefuse(await enterAdoption(scope, entry)).id });
    }
    const { how: _, paper_reference: paper, note, scan_id: scanId, ...agreement } = body;
    const reason = [paper, note].filter(Boolean).join(': ').slice(0, 500);
    const reserved = await reserveSeats(scope, { ...agreement, reason, ...(scanId && { scanId }) });
    return respond(200, { id: orRefuse(reserved).id });
  }),
});
