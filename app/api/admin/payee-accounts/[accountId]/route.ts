import { createHandler, routeHandlers } from '@/lib/api/handler';
import { orRefuse } from '@/lib/api/or-refuse';
import * as endpoints from '@/lib/api/payees';
import { decideAccount } from '@/lib/payees/mutations';

/** POST /api/admin/payee-accounts/{accountId} {action: 'confirm' or 'reject', reason}. */
export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers({
  POST: createHandler(endpoints.decideAccount, async ({ scope, params, body, respond }) => {
    const { alone } = orRefuse(await decideAccount(scope, params.accountId, body));
    return respond(200, { success: true, alone });
  }),
});
