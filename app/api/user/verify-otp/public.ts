import { pledgeSeats } from '@/lib/adoption/take/mutations';
import { accessOfVerified } from '@/lib/adoption/guests/guest-access';
import { adoptionPath } from '@/lib/adoption/core/rules';
import * as endpoints from '@/lib/api/adoption';
import { createHandler } from '@/lib/api/handler';
import { orRefuseWithContact } from '@/lib/api/or-refuse';
import { clientAddress } from '@/lib/platform/http';
import { issueDownloadToken } from '@/lib/documents/download-token';
import { getTranslator } from '@/lib/platform/i18n/server';
import { sendAfterResponse } from '@/lib/notifications/after';
import { requesterKey } from '@/lib/accounts/codes/mutations';
import { countAttempt, earlierAdoption } from './attempts';

/** The public variant of verify-otp: a correct code pledges the seats of its draft. */
export const visitor = createHandler(endpoints.verifyPublicCode, async ({ request, body, locale, respond }) => {
  const { otp, email, phone, otpMethod, user_id, draft_id, confirm_repeat: repeats } = body;
  await countAttempt(request);
  const subject = { purpose: 'public_adoption', otpMethod: otpMethod, userId: user_id, email, phone } as const;
  const address = clientAddress(request);
  const typedFor = { ...subject, draftId: draft_id, requester: requesterKey(address) };
  const pledge = await pledgeSeats(typedFor, otp, undefined, address, { repeats, locale });
  const { billingId, reference, verifiedAt, dueAt, isRegistered } = await orRefuseWithContact(
    pledge,
    locale,
    (refused) => earlierAdoption(refused, locale),
  );
  sendAfterResponse();
  const answer = {
    success: true,
    message: getTranslator(locale, 'checkout')('verified'),
    billing_id: billingId,
    reference,
    receipt_token: issueDownloadToken(billingId, verifiedAt),
    due_at: dueAt?.toISOString() ?? null,
    adoption_page: adoptionPath({ isRegistered, billingId, reference }),
  } as const;
  // A text message does not prove the e-mail address, and an account has its own page.
  if (otpMethod !== 'email' || isRegistered) return respond(200, answer);
  return respond(200, answer, { 'Set-Cookie': accessOfVerified({ billingId, reference, email, verifiedAt }) });
});
