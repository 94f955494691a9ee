import { holdSeats } from '@/lib/adoption/mutations';
import { paymentVerificationSchema } from '@/lib/adoption/schema';
import { json, parseOrThrow } from '@/lib/core/http';
import { requireOwner } from '@/lib/identity/session';
import { requestLocale } from '@/lib/text/request';
import { texts } from '@/lib/text/server';
import { countAttempt, refusedCode } from './attempts';

/** The payment screen's shape of verify-otp (R-API-13), for the session's own id: a right code holds the seats of its draft. */
export async function verifyPaymentCode(request: Request, given: { userId?: unknown }): Promise<Response> {
  const scope = await requireOwner(request, given.userId);
  const { otp } = parseOrThrow(paymentVerificationSchema, given);
  await countAttempt(request);
  const held = await holdSeats(scope, otp);
  if (!held.ok) throw refusedCode(held);
  const { billingId, reference, secondsLeft } = held;
  return json({
    success: true,
    message: texts(requestLocale(request), 'adoption')('verified'),
    billing_id: billingId,
    reference,
    holdExpiresIn: secondsLeft,
  });
}
