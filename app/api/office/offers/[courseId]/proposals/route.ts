import { proposeChange } from '@/lib/proposals/mutations';
import { readChange } from '@/lib/proposals/read';
import { createHandler, routeHandlers } from '@/lib/api/handler';
import { orRefuse } from '@/lib/api/or-refuse';
import * as endpoints from '@/lib/api/proposals';

/** POST /api/office/offers/{courseId}/proposals {total_seats, price_per_seat, close, note}: for heads. */
export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers({
  POST: createHandler(endpoints.proposeChange, async ({ scope, params, body, respond }) => {
    const read = readChange(body);
    const outcome = orRefuse(read.ok ? await proposeChange(scope, params.courseId, read.wanted) : read);
    return respond(200, { proposals: outcome.proposals });
  }),
});
