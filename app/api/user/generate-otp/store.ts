import * as calls from '@/lib/contract/adoption';
import { door } from '@/lib/contract/door';
import { HttpError } from '@/lib/core/errors';
import { clientAddress } from '@/lib/core/http';
import { getTranslator } from '@/lib/i18n/server';
import { sendEmailCode } from '@/lib/identity/email-code';

/** The registered-user store's shape of generate-otp (R-API-06): the same answer whether or not an account has this e-mail. */
export const store = door(calls.sendEmailCode, async ({ request, body: { email }, locale, answer }) => {
  const sent = await sendEmailCode(email, clientAddress(request), locale);
  if (sent.ok) return answer(200, { success: true, message: getTranslator(locale, 'adoption')('sent.store') });
  throw new HttpError(429, sent.code, { params: sent.params, retryAfterSeconds: sent.retryAfterSeconds });
});
