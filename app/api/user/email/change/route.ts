import { countAttempt } from '../../verify-otp/attempts';
import * as endpoints from '@/lib/api/account';
import { createHandler, routeHandlers } from '@/lib/api/handler';
import { orRefuse } from '@/lib/api/or-refuse';
import { getTranslator } from '@/lib/platform/i18n/server';
import { changeEmail } from '@/lib/accounts/credentials';
import { sendAfterResponse } from '@/lib/notifications/after';

/** POST /api/user/email/change: changes the e-mail with its code, which ends all other sessions. */
export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers({
  POST: createHandler(endpoints.changeEmail, async ({ request, scope, body, locale, respond }) => {
    await countAttempt(request);
    orRefuse(await changeEmail(scope, body, locale));
    sendAfterResponse();
    return respond(200, { success: true, message: getTranslator(locale, 'profile')('newEmail.done') });
  }),
});
