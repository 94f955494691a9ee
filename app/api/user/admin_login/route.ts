import { logInAdmin } from '@/lib/admin/mutations';
import { adminLoginSchema } from '@/lib/admin/schema';
import { HttpError } from '@/lib/core/errors';
import { clientAddress, json, readJson, route } from '@/lib/core/http';

/** POST /api/user/admin_login (R-API-27, A-28): the administrator and the bearer token, and the cookie that renders pages; 400, 401 or 429. */
export const POST = route(async (request: Request) => {
  const { username, password } = await readJson(request, adminLoginSchema);
  const outcome = await logInAdmin(username, password, clientAddress(request));
  if (!outcome.ok) {
    const { code, retryAfterSeconds } = outcome;
    throw new HttpError(code === 'auth.too_many_attempts' ? 429 : 401, code, { retryAfterSeconds });
  }
  const { admin, token, cookie } = outcome;
  return json({ token, admin }, { headers: { 'Set-Cookie': cookie } });
});
