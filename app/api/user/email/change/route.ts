import { countAttempt } from '../../verify-otp/attempts';
import * as endpoints from '@/lib/contract/account';
import { createHandler, routeHandlers } from '@/lib/contract/handler';
import { HttpError } from '@/lib/core/errors';
import { getTranslator } from '@/lib/i18n/server';
import { changeEmail } from '@/lib/identity/credentials';
import { sendAfterResponse } from '@/lib/notification/after';

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
