import { chooseTransfer } from '@/lib/adoption/take/mutations';
import * as endpoints from '@/lib/api/adoption-page';
import { createHandler, routeHandlers } from '@/lib/api/handler';
import { orRefuseWithContact } from '@/lib/api/or-refuse';
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
  const { reference, dueAt } = await orRefuseWithContact(chosen, locale);
  sendAfterResponse();
  return respond(200, {
    success: true,
    message: getTranslator(locale, 'adoptionPage')('transfer.chosen'),
    billing_id: billingId,
    reference,
    due_at: dueAt?.toISOString() ?? null,
  });
});

/** POST /api/billing/{billingId}/transfer: the seats of a hold are paid by bank transfer. */
export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers({ POST: choose });
