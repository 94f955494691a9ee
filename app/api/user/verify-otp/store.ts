import * as endpoints from '@/lib/api/adoption';
import { createHandler } from '@/lib/api/handler';
import { orRefuse } from '@/lib/api/or-refuse';
import { clientAddress } from '@/lib/platform/http';
import { getTranslator } from '@/lib/platform/i18n/server';
import * as identity from '@/lib/accounts/email-code';
import { countAttempt } from './attempts';

/** The e-mail confirmation variant of verify-otp: marks the account's e-mail as verified and grants nothing. */
export const store = createHandler(
  endpoints.verifyEmailCode,
  async ({ request, body: { email, otp }, locale, respond }) => {
    await countAttempt(request);
    orRefuse(await identity.verifyEmailCode(email, otp, clientAddress(request)));
    return respond(200, { success: true, message: getTranslator(locale, 'checkout')('verified') });
  },
);
