import { askForChange } from '@/lib/adoption/change-requests';
import * as endpoints from '@/lib/api/adoption-page';
import { createHandler, routeHandlers } from '@/lib/api/handler';
import { HttpError } from '@/lib/platform/errors';
import { getTranslator } from '@/lib/platform/i18n/server';

const ask = createHandler(
  endpoints.requestChange,
  async ({ scope, params: { billingId }, body: { message }, locale, respond }) => {
    const outcome = await askForChange(scope, billingId, message);
    if (!outcome.ok) throw new HttpError(outcome.code === 'own_adoption.not_found' ? 404 : 409, outcome.code);
    return respond(201, { success: true, message: getTranslator(locale, 'adoptionPage')('changeRequest.sent') });
  },
);

/** POST /api/billing/{billingId}/requests: the sponsor asks for a change of the adoption. */
export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers({ POST: ask });
