import { reservationKeys } from '@/lib/adoption/take/queries';
import { sendHoldCode } from '@/lib/adoption/take/send-code';
import * as endpoints from '@/lib/api/adoption';
import { createHandler } from '@/lib/api/handler';
import { orRefuseWithContact } from '@/lib/api/or-refuse';
import { clientAddress } from '@/lib/platform/http';
import { OTP_SECONDS, RESEND_SECONDS } from '@/lib/platform/limits';
import { getTranslator } from '@/lib/platform/i18n/server';
import { closePaymentsAfterResponse } from '@/lib/money/after';
import { closeUnwantedPayments } from '@/lib/money/settle';
import { currentCourses, quote } from './selection';

/**
 * The payment screen's variant of generate-otp: opens a draft for the session's sponsor and sends its code to the phone
 * of the profile, never to one in the request.
 */
export const payment = createHandler(endpoints.sendPaymentCode, async ({ request, scope, body, locale, respond }) => {
  const { selected_courses: lines, totalPaise: shownPaise } = body;
  const claim = { lines, shownPaise, holder: scope.personId, reservedFor: await reservationKeys(scope) };
  const quoted = await quote(claim);

  // A payment that is still open keeps the same seats from being held again: it may have ended meanwhile.
  await closeUnwantedPayments({ userId: scope.accountId });
  const selection = { lines, orderNumber: body.order_number, ...quoted };
  const outcome = await sendHoldCode(scope, selection, { clientAddress: clientAddress(request), locale });
  const sent = await orRefuseWithContact(outcome, locale, (refused) => currentCourses(refused, claim));
  // The draft may have replaced a hold that was being paid.
  closePaymentsAfterResponse({ userId: scope.accountId });
  return respond(200, {
    success: true,
    message: getTranslator(locale, 'checkout')('sent.payment'),
    draft_id: sent.draftId,
    phone: sent.phone,
    delivered: sent.delivered,
    sent_to: sent.sentTo,
    expiresIn: OTP_SECONDS,
    resendIn: RESEND_SECONDS,
  });
});
