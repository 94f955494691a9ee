import { sendAccessCode } from '@/lib/adoption/guests/guest-access';
import * as endpoints from '@/lib/api/adoption-page';
import { createHandler, routeHandlers } from '@/lib/api/handler';
import { orRefuse } from '@/lib/api/or-refuse';
import { clientAddress } from '@/lib/platform/http';
import { OTP_SECONDS, RESEND_SECONDS } from '@/lib/platform/limits';
import { getTranslator } from '@/lib/platform/i18n/server';

const send = createHandler(endpoints.sendAccessCode, async ({ request, params: { reference }, locale, respond }) => {
  orRefuse(await sendAccessCode(reference, clientAddress(request), locale));
  return respond(200, {
    success: true,
    message: getTranslator(locale, 'adoptionPage')('access.sent'),
    expiresIn: OTP_SECONDS,
    resendIn: RESEND_SECONDS,
  });
});

/** POST /api/adoptions/{reference}/code: the same response whether or not there is such an adoption. */
export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers({ POST: send });
