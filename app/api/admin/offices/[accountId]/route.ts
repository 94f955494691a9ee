import { closeOfficeAccount } from '@/lib/accounts/offices/mutations';
import * as endpoints from '@/lib/api/offices';
import { areaOf } from '@/lib/catalogue/areas/queries';
import { createHandler, routeHandlers } from '@/lib/api/handler';
import { orRefuse } from '@/lib/api/or-refuse';

/** DELETE /api/admin/offices/{accountId}. */
export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers({
  DELETE: createHandler(endpoints.closeOffice, async ({ scope, params, respond }) => {
    orRefuse(await closeOfficeAccount(scope, params.accountId, (await areaOf(scope))?.institute));
    return respond(200, { success: true });
  }),
});
