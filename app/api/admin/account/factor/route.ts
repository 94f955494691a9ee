import { addFactor, removeFactor } from '@/lib/accounts/administrators/second-factor';
import * as endpoints from '@/lib/api/administrators';
import { createHandler, routeHandlers } from '@/lib/api/handler';
import { orRefuse } from '@/lib/api/or-refuse';

/** PUT /api/admin/account/factor {secret, code} and DELETE: the second factor of the own account. */
export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers({
  PUT: createHandler(endpoints.addSecondFactor, async ({ scope, body, respond }) => {
    const outcome = orRefuse(await addFactor(scope, body));
    return respond(200, { recovery_codes: outcome.recoveryCodes });
  }),
  DELETE: createHandler(endpoints.removeSecondFactor, async ({ scope, respond }) => {
    await removeFactor(scope, { id: scope.adminId });
    return respond(200, { success: true });
  }),
});
