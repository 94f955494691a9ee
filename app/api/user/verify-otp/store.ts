import { storeVerificationSchema } from '@/lib/adoption/schema';
import { HttpError } from '@/lib/core/errors';
import { json, parseOrThrow } from '@/lib/core/http';
import { verifyEmailCode } from '@/lib/identity/email-code';
import { requestLocale } from '@/lib/text/request';
import { texts } from '@/lib/text/server';
import { countAttempt } from './attempts';

/** The registered-user store's shape of verify-otp (R-API-12): marks the account's e-mail as verified and grants nothing. */
export async function verifyStoreCode(request: Request, given: unknown): Promise<Response> {
  const { email, otp } = parseOrThrow(storeVerificationSchema, given);
  await countAttempt(request);
  const verified = await verifyEmailCode(email, otp);
  if (verified.ok) return json({ success: true, message: texts(requestLocale(request), 'adoption')('verified') });
  if (verified.code === 'otp.invalid') throw new HttpError(400, verified.code);
  throw new HttpError(429, verified.code, { retryAfterSeconds: verified.retryAfterSeconds });
}
