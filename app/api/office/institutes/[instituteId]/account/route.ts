import { createHandler, routeHandlers } from '@/lib/api/handler';
import { orRefuse } from '@/lib/api/or-refuse';
import * as endpoints from '@/lib/api/payees';
import { stateOfficeAccount } from '@/lib/payees/mutations';

/** PUT /api/office/institutes/{instituteId}/account {holder, account_number, ifsc}. */
export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers({
  PUT: createHandler(endpoints.stateOfficeAccount, async ({ scope, params, body, respond }) => {
    orRefuse(await stateOfficeAccount(scope, params.instituteId, body));
    return respond(200, { success: true });
  }),
});
