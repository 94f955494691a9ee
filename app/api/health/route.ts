import { unreadyReason } from '@/db/readiness';
import { createHandler, routeHandlers } from '@/lib/contract/handler';
import * as endpoints from '@/lib/contract/service';
import { withDeadline } from '@/lib/core/deadline';
import { HttpError } from '@/lib/core/errors';
import { describeError, log } from '@/lib/core/log';

export const dynamic = 'force-dynamic';

const DEADLINE_MS = 1500;

/**
 * GET /api/health: 200 if the database answers within 1.5 s and its schema fits this code, otherwise 503. The reason is
 * only logged.
 */
export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers({
  GET: createHandler(endpoints.health, async ({ respond }) => {
    const reason = await withDeadline(unreadyReason(), DEADLINE_MS).catch((error: unknown) => {
      log.error('health.unready', { reason: 'the database does not answer', ...describeError(error) });
      throw unavailable();
    });
    if (reason === null) return respond(200, { status: 'ok' });
    log.error('health.unready', { reason });
    throw unavailable();
  }),
});

function unavailable(): HttpError {
  return new HttpError(503, 'request.unavailable', { details: { status: 'unavailable' } });
}
