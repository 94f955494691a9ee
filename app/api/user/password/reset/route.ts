import { countAttempt } from '../../verify-otp/attempts';
import * as endpoints from '@/lib/api/account';
import { createHandler, routeHandlers } from '@/lib/api/handler';
import { orRefuse } from '@/lib/api/or-refuse';
import { clientAddress } from '@/lib/platform/http';
import { getTranslator } from '@/lib/platform/i18n/server';
import { resetPassword } from '@/lib/accounts/password-reset';
import { sendAfterResponse } from '@/lib/notifications/after';

/** POST /api/user/password/reset: sets a forgotten password with its code. */
export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers({
  POST: createHandler(endpoints.resetPassword, async ({ request, body, locale, respond }) => {
    await countAttempt(request);
    const reset = orRefuse(await resetPassword(body, clientAddress(request), locale));
    sendAfterResponse();
    const message = getTranslator(locale, 'auth')('reset.done');
    return respond(200, { success: true, message, phone_removed: reset.phoneRemoved });
  }),
});
