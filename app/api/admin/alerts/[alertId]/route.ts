import { acknowledgeAlert } from '@/lib/admin/alerts/mutations';
import * as endpoints from '@/lib/api/alerts';
import { createHandler, routeHandlers } from '@/lib/api/handler';
import { orRefuse } from '@/lib/api/or-refuse';

/** POST /api/admin/alerts/{alertId} {action: 'look', reason}: an alert needs no attention any more. */
export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers({
  POST: createHandler(endpoints.acknowledgeAlert, async ({ scope, params: { alertId }, body: { reason }, respond }) => {
    orRefuse(await acknowledgeAlert(scope, alertId, reason));
    return respond(200, { success: true });
  }),
});
