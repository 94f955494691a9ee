import { countAttempt } from '../../verify-otp/attempts';
import * as endpoints from '@/lib/api/account';
import { createHandler, routeHandlers } from '@/lib/api/handler';
import { HttpError } from '@/lib/platform/errors';
import { getTranslator } from '@/lib/platform/i18n/server';
import { changeEmail } from '@/lib/accounts/credentials';
import { sendAfterResponse } from '@/lib/notifications/after';

/** POST /api/user/email/change: changes the e-mail with its code, which ends all other sessions. */
export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers({
  POST: createHandler(endpoints.changeEmail, async ({ request, scope, body, locale, respond }) => {
    await countAttempt(request);
    const changed = await changeEmail(scope, body, locale);
    if (changed.ok) {
      sendAfterResponse();
      return respond(200, { success: true, message: getTranslator(locale, 'profile')('newEmail.done') });
    }
    const { code, retryAfterSeconds } = changed;
    throw new HttpError(code === 'otp.too_many_attempts' ? 429 : 400, code, { retryAfterSeconds });
  }),
});
