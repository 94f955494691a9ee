import * as calls from '@/lib/contract/account';
import { door, serve } from '@/lib/contract/door';
import { HttpError } from '@/lib/core/errors';
import { clientAddress } from '@/lib/core/http';
import { logIn } from '@/lib/identity/mutations';

/** POST /api/user/login (R-API-04, A-20, A-21): the user and the bearer token, and the cookie that renders pages. */
export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = serve({
  POST: door(calls.login, async ({ request, body: { email, password }, answer }) => {
    const outcome = await logIn(email, password, clientAddress(request));
    if (!outcome.ok) {
      const { code, retryAfterSeconds } = outcome;
      throw new HttpError(code === 'auth.too_many_attempts' ? 429 : 401, code, { retryAfterSeconds });
    }
    const { user, token, cookie } = outcome;
    return answer(200, { user, token }, { 'Set-Cookie': cookie });
  }),
});
