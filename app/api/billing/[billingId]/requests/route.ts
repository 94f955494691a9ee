import { askForChange } from '@/lib/adoption/pledge/change-requests';
import * as endpoints from '@/lib/api/adoption-page';
import { createHandler, routeHandlers } from '@/lib/api/handler';
import { orRefuse } from '@/lib/api/or-refuse';
import { getTranslator } from '@/lib/platform/i18n/server';

const ask = createHandler(
  endpoints.requestChange,
  async ({ scope, params: { billingId }, body: { message }, locale, respond }) => {
    orRefuse(await askForChange(scope, billingId, message));
    return respond(201, { success: true, message: getTranslator(locale, 'adoptionPage')('changeRequest.sent') });
  },
);

/** POST /api/billing/{billingId}/requests: the sponsor asks for a change of the adoption. */
export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers({ POST: ask });
