import * as endpoints from '@/lib/api/account';
import { createHandler, routeHandlers } from '@/lib/api/handler';
import { HttpError } from '@/lib/platform/errors';
import { clientAddress } from '@/lib/platform/http';
import { getTranslator } from '@/lib/platform/i18n/server';
import { reportLostMailbox } from '@/lib/accounts/lost-mailbox';

/** POST /api/user/lost-mailbox: asks the administrators for help. */
export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers({
  POST: createHandler(endpoints.reportLostMailbox, async ({ request, body, locale, respond }) => {
    const reported = await reportLostMailbox(body, clientAddress(request));
    if (!reported.ok) throw new HttpError(429, reported.code, { retryAfterSeconds: reported.retryAfterSeconds });
    return respond(200, { success: true, message: getTranslator(locale, 'auth')('lostMailbox.done') });
  }),
});
