import { sponsorSchema } from '@/lib/adoption/core/schema';
import { limitKeys } from '@/lib/adoption/core/limit-keys';
import { sendAdoptionCode } from '@/lib/adoption/take/send-code';
import * as endpoints from '@/lib/api/adoption';
import { createHandler } from '@/lib/api/handler';
import { orRefuseWithContact } from '@/lib/api/or-refuse';
import { clientAddress } from '@/lib/platform/http';
import { OTP_SECONDS, RESEND_SECONDS } from '@/lib/platform/limits';
import { getTranslator } from '@/lib/platform/i18n/server';
import { currentCourses, quote } from './selection';

/**
 * The public variant of generate-otp: opens a draft and sends its code. A valid bearer token assigns the adoption to
 * its sponsor; an invalid one is ignored.
 */
export const visitor = createHandler(endpoints.sendPublicCode, async ({ request, scope, body, locale, respond }) => {
  const { otpMethod, totalPaise: shownPaise } = body;
  const sponsor = sponsorSchema.parse(body);
  const reservedFor = limitKeys({ otpMethod, email: sponsor.email, phone: sponsor.phone });
  const claim = { lines: Object.values(body.selectedCourses), shownPaise, reservedFor };
  const draft = { sponsor, lines: claim.lines, orderNumber: body.order_number, ...(await quote(claim)) };
  const outcome = await sendAdoptionCode(draft, otpMethod, { clientAddress: clientAddress(request), locale }, scope);
  const sent = await orRefuseWithContact(outcome, locale, (refused) => currentCourses(refused, claim));
  return respond(200, {
    success: true,
    message: getTranslator(locale, 'checkout')(`sent.${otpMethod}`),
    user_id: sent.userId,
    draft_id: sent.draftId,
    channel: otpMethod,
    expiresIn: OTP_SECONDS,
    resendIn: RESEND_SECONDS,
  });
});
