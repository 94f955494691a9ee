import * as endpoints from '@/lib/api/adoption';
import { createHandler } from '@/lib/api/handler';
import { clientAddress } from '@/lib/platform/http';
import { getTranslator } from '@/lib/platform/i18n/server';
import * as identity from '@/lib/accounts/email-code';
import { countAttempt, refusedCode } from './attempts';

/** The e-mail confirmation variant of verify-otp: marks the account's e-mail as verified and grants nothing. */
export const store = createHandler(
  endpoints.verifyEmailCode,
  async ({ request, body: { email, otp }, locale, respond }) => {
    await countAttempt(request);
    const verified = await identity.verifyEmailCode(email, otp, clientAddress(request));
    if (!verified.ok) throw await refusedCode(verified, locale);
    return respond(200, { success: true, message: getTranslator(locale, 'checkout')('verified') });
  },
);
