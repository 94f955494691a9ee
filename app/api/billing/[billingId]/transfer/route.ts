import { supportContact } from '@/lib/settings/support-contact';
import { chooseTransfer } from '@/lib/adoption/mutations';
import * as endpoints from '@/lib/api/adoption-page';
import { createHandler, routeHandlers } from '@/lib/api/handler';
import { HttpError } from '@/lib/platform/errors';
import { getTranslator } from '@/lib/platform/i18n/server';
import { closePayments } from '@/lib/money/settle';
import { sendAfterResponse } from '@/lib/notifications/after';

const choose = createHandler(endpoints.chooseTransfer, async ({ scope, params: { billingId }, locale, respond }) => {
  let chosen = await chooseTransfer(scope, billingId);
  if (!chosen.ok && chosen.code === 'payment.pending') {
    // The sponsor came back from the page of the gateway: nobody can pay there any more once it is closed.
    await closePayments(billingId);
    chosen = await chooseTransfer(scope, billingId);
  }
  if (!chosen.ok)
    throw new HttpError(chosen.code === 'own_adoption.not_found' ? 404 : 409, chosen.code, {
      params: { contact: await supportContact(locale) },
    });
  sendAfterResponse();
  return respond(200, {
    success: true,
    message: getTranslator(locale, 'adoptionPage')('transfer.chosen'),
    billing_id: billingId,
    reference: chosen.reference,
    due_at: chosen.dueAt?.toISOString() ?? null,
  });
});

/** POST /api/billing/{billingId}/transfer: the seats of a hold are paid by bank transfer. */
export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers({ POST: choose });
