import { proposeChange } from '@/lib/proposals/mutations';
import { readChange } from '@/lib/proposals/read';
import { createHandler, routeHandlers } from '@/lib/api/handler';
import * as endpoints from '@/lib/api/proposals';
import { HttpError } from '@/lib/platform/errors';

const STATUS = { 'admin.not_found': 404, 'offer_proposal.open': 409 } as Partial<Record<string, 404 | 409>>;

/** POST /api/office/offers/{courseId}/proposals {total_seats, price_per_seat, close, note}: for heads. */
export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers({
  POST: createHandler(endpoints.proposeChange, async ({ scope, params, body, respond }) => {
    const read = readChange(body);
    const outcome = read.ok ? await proposeChange(scope, params.courseId, read.wanted) : read;
    if (!outcome.ok) throw new HttpError(STATUS[outcome.code] ?? 400, outcome.code, { params: outcome.params });
    return respond(200, { proposals: outcome.proposals });
  }),
});
