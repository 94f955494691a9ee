import { setChoice } from '@/lib/adoption/pledge/choices';
import * as endpoints from '@/lib/api/adoption-page';
import { createHandler, routeHandlers } from '@/lib/api/handler';
import { orRefuse } from '@/lib/api/or-refuse';
import { getTranslator } from '@/lib/platform/i18n/server';

const commit = createHandler(
  endpoints.commit,
  async ({ scope, params: { billingId }, body: { committed }, locale, respond }) => {
    orRefuse(await setChoice(scope, billingId, 'commitment', committed));
    const message = getTranslator(locale, 'adoptionPage.commitment')(committed ? 'made' : 'withdrawn');
    return respond(200, { success: true, message });
  },
);

/** POST /api/billing/{billingId}/commitment: the sponsor wants to support the places for the whole course, or withdraws that. */
export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers({ POST: commit });
