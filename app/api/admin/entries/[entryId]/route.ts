import { decideEntry, enterAdoption } from '@/lib/entries/mutations';
import * as endpoints from '@/lib/api/entries';
import { createHandler, routeHandlers } from '@/lib/api/handler';
import { sendAfterResponse } from '@/lib/notifications/after';
import { offerAfterResponse } from '@/lib/operation/jobs/offer-after-response';
import { refusedEntry } from '../outcome';

/** PATCH /api/admin/entries/{entryId} {action: 'confirm' | 'refuse', version, reason} or {action: 'correct', version, …}. */
export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers({
  PATCH: createHandler(endpoints.changeEntry, async ({ scope, params: { entryId }, body, respond }) => {
    if (body.action === 'correct') {
      const { action: _, version, ...entry } = body;
      const corrected = await enterAdoption(scope, entry, { id: entryId, version });
      if (!corrected.ok) throw refusedEntry(corrected);
      offerAfterResponse();
      return respond(200, {});
    }
    const decided = await decideEntry(scope, entryId, body);
    if (!decided.ok) throw refusedEntry(decided);
    const { reference } = decided;
    if (reference === null) offerAfterResponse();
    else sendAfterResponse();
    return respond(200, reference === null ? {} : { reference });
  }),
});
