import { setChoice } from '@/lib/adoption/pledge/choices';
import * as endpoints from '@/lib/api/adoption-page';
import { createHandler, routeHandlers } from '@/lib/api/handler';
import { orRefuse } from '@/lib/api/or-refuse';
import { getTranslator } from '@/lib/platform/i18n/server';

const set = createHandler(
  endpoints.showCompany,
  async ({ scope, params: { billingId }, body: { show }, locale, respond }) => {
    orRefuse(await setChoice(scope, billingId, 'company', show));
    const message = getTranslator(locale, 'adoptionPage')(show ? 'company.shown' : 'company.hidden');
    return respond(200, { success: true, message });
  },
);

/** POST /api/billing/{billingId}/company: the sponsor allows or forbids that institutes' pages name its company. */
export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers({ POST: set });
