import { chooseInstalments } from '@/lib/adoption/instalments';
import * as endpoints from '@/lib/api/adoption-page';
import { createHandler, routeHandlers } from '@/lib/api/handler';
import { HttpError } from '@/lib/platform/errors';
import { getTranslator } from '@/lib/platform/i18n/server';

const STATUS = {
  'own_adoption.not_found': 404,
  'own_adoption.instalments_late': 409,
  'own_adoption.instalments_range': 400,
  'request.too_many': 429,
} as const;

const choose = createHandler(
  endpoints.chooseInstalments,
  async ({ scope, params: { billingId }, body: { parts }, locale, respond }) => {
    const chosen = await chooseInstalments(scope, billingId, parts);
    if (!chosen.ok)
      throw new HttpError(STATUS[chosen.code], chosen.code, {
        ...('max' in chosen && { params: { max: chosen.max } }),
        ...('retryAfterSeconds' in chosen && { retryAfterSeconds: chosen.retryAfterSeconds }),
      });
    return respond(200, { success: true, message: getTranslator(locale, 'adoptionPage')('instalments.saved') });
  },
);

/** POST /api/billing/{billingId}/instalments {parts}: the sponsor pays a pledge in monthly parts. */
export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers({ POST: choose });
