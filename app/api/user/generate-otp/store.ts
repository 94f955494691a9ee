import { storeOtpRequestSchema } from '@/lib/adoption/schema';
import { HttpError } from '@/lib/core/errors';
import { clientAddress, json, parseOrThrow } from '@/lib/core/http';
import { sendEmailCode } from '@/lib/identity/email-code';
import { requestLocale } from '@/lib/text/request';
import { texts } from '@/lib/text/server';

/** The registered-user store's shape of generate-otp (R-API-06): the same answer whether or not an account has this e-mail. */
export async function sendStoreCode(request: Request, given: unknown): Promise<Response> {
  const { email } = parseOrThrow(storeOtpRequestSchema, given);
  const locale = requestLocale(request);
  const sent = await sendEmailCode(email, clientAddress(request), locale);
  if (sent.ok) return json({ success: true, message: texts(locale, 'adoption')('sent.store') });
  throw new HttpError(429, sent.code, { params: sent.params, retryAfterSeconds: sent.retryAfterSeconds });
}
