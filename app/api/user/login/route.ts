import { HttpError } from '@/lib/core/errors';
import { clientAddress, json, readJson, route } from '@/lib/core/http';
import { logIn } from '@/lib/identity/mutations';
import { loginSchema } from '@/lib/identity/schema';

/** POST /api/user/login (R-API-04, A-20, A-21): the user and the bearer token, and the cookie that renders pages; 400, 401 or 429. */
export const POST = route(async (request: Request) => {
  const { email, password } = await readJson(request, loginSchema);
  const outcome = await logIn(email, password, clientAddress(request));
  if (!outcome.ok) {
    const { code, retryAfterSeconds } = outcome;
    throw new HttpError(code === 'auth.too_many_attempts' ? 429 : 401, code, { retryAfterSeconds });
  }
  const { user, token, cookie } = outcome;
  return json({ user, token }, { headers: { 'Set-Cookie': cookie } });
});
