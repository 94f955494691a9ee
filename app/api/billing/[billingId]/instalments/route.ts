import { chooseInstalments } from '@/lib/adoption/pledge/instalments';
import * as endpoints from '@/lib/api/adoption-page';
import { createHandler, routeHandlers } from '@/lib/api/handler';
import { orRefuse } from '@/lib/api/or-refuse';
import { getTranslator } from '@/lib/platform/i18n/server';

const choose = createHandler(
  endpoints.chooseInstalments,
  async ({ scope, params: { billingId }, body: { parts }, locale, respond }) => {
    orRefuse(await chooseInstalments(scope, billingId, parts));
    return respond(200, { success: true, message: getTranslator(locale, 'adoptionPage')('instalments.saved') });
  },
);

/** POST /api/billing/{billingId}/instalments {parts}: the sponsor pays a pledge in monthly parts. */
export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers({ POST: choose });
