import { addFactor, removeFactor } from '@/lib/accounts/administrators/second-factor';
import * as endpoints from '@/lib/api/admin-accounts';
import { createHandler, routeHandlers } from '@/lib/api/handler';
import { HttpError } from '@/lib/platform/errors';

/** PUT /api/admin/account/factor {secret, code} and DELETE: the second factor of the own account. */
export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers({
  PUT: createHandler(endpoints.addSecondFactor, async ({ scope, body, respond }) => {
    const outcome = await addFactor(scope, body);
    if (!outcome.ok) throw new HttpError(outcome.code === 'admin.factor_exists' ? 409 : 400, outcome.code);
    return respond(200, { recovery_codes: outcome.recoveryCodes });
  }),
  DELETE: createHandler(endpoints.removeSecondFactor, async ({ scope, respond }) => {
    await removeFactor(scope, { id: scope.adminId });
    return respond(200, { success: true });
  }),
});
