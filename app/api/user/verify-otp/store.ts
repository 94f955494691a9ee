import * as calls from '@/lib/contract/adoption';
import { door } from '@/lib/contract/door';
import { HttpError } from '@/lib/core/errors';
import { clientAddress } from '@/lib/core/http';
import { getTranslator } from '@/lib/i18n/server';
import * as identity from '@/lib/identity/email-code';
import { countAttempt } from './attempts';

/** The registered-user store's shape of verify-otp (R-API-12): marks the account's e-mail as verified and grants nothing. */
export const store = door(calls.verifyEmailCode, async ({ request, body: { email, otp }, locale, answer }) => {
  await countAttempt(request);
  const verified = await identity.verifyEmailCode(email, otp, clientAddress(request));
  if (verified.ok) return answer(200, { success: true, message: getTranslator(locale, 'adoption')('verified') });
  if (verified.code === 'otp.invalid') throw new HttpError(400, verified.code);
  throw new HttpError(429, verified.code, { retryAfterSeconds: verified.retryAfterSeconds });
});
