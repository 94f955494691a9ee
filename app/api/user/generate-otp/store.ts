import * as endpoints from '@/lib/api/adoption';
import { createHandler } from '@/lib/api/handler';
import { orRefuse } from '@/lib/api/or-refuse';
import { clientAddress } from '@/lib/platform/http';
import { getTranslator } from '@/lib/platform/i18n/server';
import { sendEmailCode } from '@/lib/accounts/email-code';

/** The e-mail confirmation variant of generate-otp: the same response whether or not an account has this e-mail. */
export const store = createHandler(endpoints.sendEmailCode, async ({ request, body: { email }, locale, respond }) => {
  orRefuse(await sendEmailCode(email, clientAddress(request), locale));
  return respond(200, { success: true, message: getTranslator(locale, 'checkout')('sent.store') });
});
