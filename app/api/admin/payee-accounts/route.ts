import { createHandler, routeHandlers } from '@/lib/api/handler';
import { orRefuse } from '@/lib/api/or-refuse';
import * as endpoints from '@/lib/api/payees';
import { stateToldAccount } from '@/lib/payees/mutations';

/** PUT /api/admin/payee-accounts {institute_id or reference, holder, account_number, ifsc}. */
export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers({
  PUT: createHandler(endpoints.stateToldAccount, async ({ scope, body, respond }) => {
    orRefuse(await stateToldAccount(scope, body));
    return respond(200, { success: true });
  }),
});
