import { tellTransfer } from '@/lib/adoption/pledge/transfer-notice';
import * as endpoints from '@/lib/api/adoption-page';
import { createHandler, routeHandlers } from '@/lib/api/handler';
import { orRefuse } from '@/lib/api/or-refuse';
import { getTranslator } from '@/lib/platform/i18n/server';

const tell = createHandler(endpoints.tellTransfer, async ({ scope, params: { billingId }, body, locale, respond }) => {
  orRefuse(await tellTransfer(scope, billingId, body));
  return respond(200, { success: true, message: getTranslator(locale, 'adoptionPage')('told.sent') });
});

/** POST /api/billing/{billingId}/transfer-notice {utr, paid_on, tds_withheld?, payer?}: the sponsor says that the money is on its way. */
export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers({ POST: tell });
