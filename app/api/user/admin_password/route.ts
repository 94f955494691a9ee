import { setPasswordByLink } from '@/lib/accounts/administrators/password-links';
import * as endpoints from '@/lib/api/admin-accounts';
import { createHandler, routeHandlers } from '@/lib/api/handler';
import { HttpError } from '@/lib/platform/errors';

/** POST /api/user/admin_password {token, password}: for whoever has the link. */
export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers({
  POST: createHandler(endpoints.setAdministratorPassword, async ({ body: { token, password }, respond }) => {
    const outcome = await setPasswordByLink(token, password);
    if (outcome.ok) return respond(200, { success: true });
    const { code, params, retryAfterSeconds } = outcome;
    throw new HttpError(code === 'auth.too_many_attempts' ? 429 : 400, code, { params, retryAfterSeconds });
  }),
});
