import * as endpoints from '@/lib/api/account';
import { createHandler, routeHandlers } from '@/lib/api/handler';
import { orRefuse } from '@/lib/api/or-refuse';
import { clientAddress } from '@/lib/platform/http';
import { getTranslator } from '@/lib/platform/i18n/server';
import { reportLostMailbox } from '@/lib/accounts/lost-mailbox';

/** POST /api/user/lost-mailbox: asks the administrators for help. */
export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers({
  POST: createHandler(endpoints.reportLostMailbox, async ({ request, body, locale, respond }) => {
    orRefuse(await reportLostMailbox(body, clientAddress(request)));
    return respond(200, { success: true, message: getTranslator(locale, 'auth')('lostMailbox.done') });
  }),
});
