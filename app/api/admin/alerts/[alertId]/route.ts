import { acknowledgeAlert } from '@/lib/admin/alerts/mutations';
import * as endpoints from '@/lib/api/alerts';
import { createHandler, routeHandlers } from '@/lib/api/handler';
import { HttpError } from '@/lib/platform/errors';

const STATUS = { 'alert.not_found': 404, 'alert.gone': 409 } as const;

/** POST /api/admin/alerts/{alertId} {action: 'look', reason}: an alert needs no attention any more. */
export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers({
  POST: createHandler(endpoints.acknowledgeAlert, async ({ scope, params: { alertId }, body: { reason }, respond }) => {
    const result = await acknowledgeAlert(scope, alertId, reason);
    if (!result.ok) throw new HttpError(STATUS[result.code], result.code);
    return respond(200, { success: true });
  }),
});
