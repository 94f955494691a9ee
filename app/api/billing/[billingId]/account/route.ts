import { createHandler, routeHandlers } from '@/lib/api/handler';
import { orRefuse } from '@/lib/api/or-refuse';
import * as endpoints from '@/lib/api/payees';
import { stateSponsorAccount } from '@/lib/payees/mutations';

/** PUT /api/billing/{billingId}/account {holder, account_number, ifsc}: where money of the adoption is paid back to. */
export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers({
  PUT: createHandler(endpoints.stateSponsorAccount, async ({ scope, params, body, respond }) => {
    orRefuse(await stateSponsorAccount(scope, params.billingId, body));
    return respond(200, { success: true });
  }),
});
