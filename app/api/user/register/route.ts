import { HttpError, type ErrorCode } from '@/lib/core/errors';
import { clientAddress, json, readJson, route } from '@/lib/core/http';
import { register } from '@/lib/identity/mutations';
import { registrationSchema } from '@/lib/identity/schema';
import { requestLocale } from '@/lib/text/request';
import { texts } from '@/lib/text/server';

const STATUS: Partial<Record<ErrorCode, 409 | 429>> = { 'auth.email_taken': 409, 'request.too_many': 429 };

/** POST /api/user/register (R-API-05, A-26): opens an account and no session; 400, 409 'auth.email_taken' or 429. */
export const POST = route(async (request: Request) => {
  const fields = await readJson(request, registrationSchema);
  const outcome = await register(fields, clientAddress(request));
  if (!outcome.ok) {
    const { code, params, retryAfterSeconds } = outcome;
    throw new HttpError(STATUS[code] ?? 400, code, { params, retryAfterSeconds });
  }
  return json({ success: true, message: texts(requestLocale(request), 'auth')('registered') }, { status: 201 });
});
