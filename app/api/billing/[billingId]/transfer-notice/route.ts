import { tellTransfer } from '@/lib/adoption/transfer-notice';
import * as endpoints from '@/lib/api/adoption-page';
import { createHandler, routeHandlers } from '@/lib/api/handler';
import { HttpError } from '@/lib/platform/errors';
import { getTranslator } from '@/lib/platform/i18n/server';

const STATUS = {
  'own_adoption.not_found': 404,
  'own_adoption.nothing_to_pay': 409,
  'adoption.date_in_future': 400,
  'adoption.tds_range': 400,
  'request.too_many': 429,
} as const;

const tell = createHandler(endpoints.tellTransfer, async ({ scope, params: { billingId }, body, locale, respond }) => {
  const outcome = await tellTransfer(scope, billingId, body);
  if (!outcome.ok)
    throw new HttpError(STATUS[outcome.code], outcome.code, {
      ...('field' in outcome && { details: { field: outcome.field } }),
      ...('retryAfterSeconds' in outcome && { retryAfterSeconds: outcome.retryAfterSeconds }),
    });
  return respond(200, { success: true, message: getTranslator(locale, 'adoptionPage')('told.sent') });
});

/** POST /api/billing/{billingId}/transfer-notice {utr, paid_on, tds_withheld?, payer?}: the sponsor says that the money is on its way. */
export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers({ POST: tell });
