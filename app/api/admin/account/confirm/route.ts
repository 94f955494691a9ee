import { confirmSession } from '@/lib/accounts/administrators/second-factor';
import * as endpoints from '@/lib/api/admin-accounts';
import { createHandler, routeHandlers } from '@/lib/api/handler';
import { HttpError } from '@/lib/platform/errors';
import { clientAddress } from '@/lib/platform/http';

/** POST /api/admin/account/confirm {password?, code?}. */
export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers({
  POST: createHandler(endpoints.confirmAdministrator, async ({ request, scope, body, respond }) => {
    const outcome = await confirmSession(scope, body, clientAddress(request));
    if (!outcome.ok) {
      const { code, retryAfterSeconds } = outcome;
      throw new HttpError(code === 'auth.too_many_attempts' ? 429 : 400, code, { retryAfterSeconds });
    }
    return respond(200, { success: true });
  }),
});
