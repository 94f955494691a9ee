import { countAttempt } from '../../../user/verify-otp/attempts';
import { closeAccess, openAccess } from '@/lib/adoption/guests/guest-access';
import * as endpoints from '@/lib/api/adoption-page';
import { createHandler, routeHandlers } from '@/lib/api/handler';
import { orRefuse } from '@/lib/api/or-refuse';
import { clientAddress } from '@/lib/platform/http';
import { getTranslator } from '@/lib/platform/i18n/server';

const open = createHandler(
  endpoints.openAccess,
  async ({ request, params: { reference }, body: { otp }, locale, respond }) => {
    await countAttempt(request);
    const opened = orRefuse(await openAccess(reference, otp, clientAddress(request)));
    const message = getTranslator(locale, 'checkout')('verified');
    return respond(200, { success: true, message }, { 'Set-Cookie': opened.cookie });
  },
);

const close = createHandler(endpoints.closeAccess, async ({ params: { reference }, respond }) =>
  respond(200, { success: true }, { 'Set-Cookie': closeAccess(reference) }),
);

/** POST and DELETE /api/adoptions/{reference}/access: opens the page of a guest's adoption, and closes it. */
export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers({ POST: open, DELETE: close });
