import { actOnSession, changeSession } from '@/lib/admin/sessions/mutations';
import * as endpoints from '@/lib/api/academic-sessions';
import { createHandler, routeHandlers } from '@/lib/api/handler';
import { HttpError, type Outcome } from '@/lib/platform/errors';

/** Status of each refusal; 409 for all others. */
const STATUS: Record<string, 400 | 404> = {
  'session.not_found': 404,
  'session.name_of_year': 400,
  'session.unknown_source': 400,
  'session.price_range': 400,
};

function requireDone(outcome: Outcome<object>): { success: true } {
  if (outcome.ok) return { success: true };
  throw new HttpError(STATUS[outcome.code] ?? 409, outcome.code, { params: outcome.params });
}

/**
 * PATCH /api/admin/academic-sessions/{session} {first_day, last_day, adopting_from, adopting_until, version}
 * POST /api/admin/academic-sessions/{session} {action: 'open', version, from?, percent, continuing, offers, seats} or
 * {action: 'close', version}
 */
export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers({
  PATCH: createHandler(endpoints.changeSession, async ({ scope, params: { session }, body, respond }) =>
    respond(200, requireDone(await changeSession(scope, session, body))),
  ),
  POST: createHandler(endpoints.actOnSession, async ({ scope, params: { session }, body, respond }) =>
    respond(200, requireDone(await actOnSession(scope, session, body))),
  ),
});
