import * as endpoints from '@/lib/api/account';
import { createHandler, routeHandlers } from '@/lib/api/handler';
import { userAgentOf } from '@/lib/platform/device';
import { HttpError } from '@/lib/platform/errors';
import { clientAddress } from '@/lib/platform/http';
import { logIn } from '@/lib/accounts/mutations';

/** POST /api/user/login: returns the user and the bearer token, and sets the cookie for pages. */
export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers({
  POST: createHandler(endpoints.login, async ({ request, body: { email, password }, respond }) => {
    const outcome = await logIn(email, password, clientAddress(request), userAgentOf(request));
    if (!outcome.ok) {
      const { code, retryAfterSeconds } = outcome;
      throw new HttpError(code === 'auth.too_many_attempts' ? 429 : 401, code, { retryAfterSeconds });
    }
    const { user, token, cookie } = outcome;
    return respond(200, { user, token }, { 'Set-Cookie': cookie });
  }),
});
