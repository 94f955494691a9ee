import { decideEntry, enterAdoption } from '@/lib/entries/mutations';
import * as endpoints from '@/lib/api/entries';
import { createHandler, routeHandlers } from '@/lib/api/handler';
import { orRefuse } from '@/lib/api/or-refuse';
import { sendAfterResponse } from '@/lib/notifications/after';
import { offerAfterResponse } from '@/lib/operation/jobs/offer-after-response';

/** PATCH /api/admin/entries/{entryId} {action: 'confirm' | 'refuse', version, reason} or {action: 'correct', version, …}. */
export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers({
  PATCH: createHandler(endpoints.changeEntry, async ({ scope, params: { entryId }, body, respond }) => {
    if (body.action === 'correct') {
      const { action: _, version, ...entry } = body;
      orRefuse(await enterAdoption(scope, entry, { id: entryId, version }));
      offerAfterResponse();
      return respond(200, {});
    }
    const { reference } = orRefuse(await decideEntry(scope, entryId, body));
    if (reference === null) offerAfterResponse();
    else sendAfterResponse();
    return respond(200, reference === null ? {} : { reference });
  }),
});
