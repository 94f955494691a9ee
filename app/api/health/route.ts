import { unreadyReason } from '@/db/readiness';
import { createHandler, routeHandlers } from '@/lib/api/handler';
import * as endpoints from '@/lib/api/service';
import { withDeadline } from '@/lib/platform/deadline';
import { HttpError } from '@/lib/platform/errors';
import { describeError, log } from '@/lib/platform/log';

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
  return new HttpError('request.unavailable', { details: { status: 'unavailable' } });
}
