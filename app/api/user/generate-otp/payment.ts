import { paymentOtpRequestSchema } from '@/lib/adoption/schema';
import { sendHoldCode } from '@/lib/adoption/send-code';
import { clientAddress, json, parseOrThrow } from '@/lib/core/http';
import { requireOwner } from '@/lib/identity/session';
import { OTP_SECONDS, RESEND_SECONDS } from '@/lib/otp/schema';
import { requestLocale } from '@/lib/text/request';
import { texts } from '@/lib/text/server';
import { quote, refusedSend } from './selection';

/**
 * The payment screen's shape of generate-otp (R-API-07, R-API-09), for the session's own id: opens the draft and sends its
 * code to the phone of the profile, never to one of the request.
 */
export async function sendPaymentCode(request: Request, given: { userId?: unknown }): Promise<Response> {
  const scope = await requireOwner(request, given.userId);
  const { selected_courses: lines, total_price: totalPrice } = parseOrThrow(paymentOtpRequestSchema, given);
  const claim = { lines, totalPrice, holder: scope.userId };
  const { totalPaise } = await quote(claim);

  const locale = requestLocale(request);
  const sent = await sendHoldCode(scope, { lines, totalPaise }, { address: clientAddress(request), locale });
  if (!sent.ok) throw await refusedSend(sent, claim);
  return json({
    success: true,
    message: texts(locale, 'adoption')('sent.payment'),
    phone: sent.phone,
    delivered: sent.delivered,
    sent_to: sent.sentTo,
    expiresIn: OTP_SECONDS,
    resendIn: RESEND_SECONDS,
  });
}
