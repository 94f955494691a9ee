import { holdSeats } from '@/lib/adoption/take/mutations';
import * as endpoints from '@/lib/api/adoption';
import { createHandler } from '@/lib/api/handler';
import { orRefuseWithContact } from '@/lib/api/or-refuse';
import { clientAddress } from '@/lib/platform/http';
import { getTranslator } from '@/lib/platform/i18n/server';
import { countAttempt } from './attempts';

/**
 * The payment screen's variant of verify-otp, for the session's own id: a correct code holds the seats of its draft.
 */
export const payment = createHandler(
  endpoints.verifyPaymentCode,
  async ({ request, scope, body: { otp, draft_id }, locale, respond }) => {
    await countAttempt(request);
    const held = await holdSeats(scope, otp, undefined, { draftId: draft_id, address: clientAddress(request), locale });
    const { billingId, reference, secondsLeft } = await orRefuseWithContact(held, locale);
    const message = getTranslator(locale, 'checkout')('verified');
    return respond(200, { success: true, message, billing_id: billingId, reference, holdExpiresIn: secondsLeft });
  },
);
