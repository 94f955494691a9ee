import * as endpoints from '@/lib/api/account';
import { createHandler, routeHandlers } from '@/lib/api/handler';
import { HttpError, type ErrorCode } from '@/lib/platform/errors';
import { clientAddress } from '@/lib/platform/http';
import { getTranslator } from '@/lib/platform/i18n/server';
import { register } from '@/lib/accounts/mutations';

const STATUS: Partial<Record<ErrorCode, 409 | 429>> = { 'auth.email_taken': 409, 'request.too_many': 429 };

/** POST /api/user/register: creates an account without a session. */
export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers({
  POST: createHandler(endpoints.register, async ({ request, body, locale, respond }) => {
    const outcome = await register(body, clientAddress(request));
    if (!outcome.ok) {
      const { code, params, retryAfterSeconds } = outcome;
      throw new HttpError(STATUS[code] ?? 400, code, { params, retryAfterSeconds });
    }
    return respond(201, { success: true, message: getTranslator(locale, 'auth')('registered') });
  }),
});
