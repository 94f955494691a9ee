import * as endpoints from '@/lib/contract/adoption';
import { createHandler } from '@/lib/contract/handler';
import { clientAddress } from '@/lib/core/http';
import { getTranslator } from '@/lib/i18n/server';
import * as identity from '@/lib/identity/email-code';
import { countAttempt, refusedCode } from './attempts';

/** The e-mail confirmation variant of verify-otp: marks the account's e-mail as verified and grants nothing. */
export const store = createHandler(
  endpoints.verifyEmailCode,
  async ({ request, body: { email, otp }, locale, respond }) => {
    await countAttempt(request);
    const verified = await identity.verifyEmailCode(email, otp, clientAddress(request));
    if (!verified.ok) throw refusedCode(verified, locale);
    return respond(200, { success: true, message: getTranslator(locale, 'checkout')('verified') });
  },
);
