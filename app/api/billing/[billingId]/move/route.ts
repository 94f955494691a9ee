import { createHandler, routeHandlers } from '@/lib/api/handler';
import * as endpoints from '@/lib/api/moves';
import { orRefuse } from '@/lib/api/or-refuse';
import { answerMove } from '@/lib/admin/moves/answer';
import { offerAfterResponse } from '@/lib/operation/jobs/offer-after-response';
import { getTranslator } from '@/lib/platform/i18n/server';

/** POST /api/billing/{billingId}/move: the sponsor answers a proposal to move seats. */
export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers({
  POST: createHandler(endpoints.answerMove, async ({ scope, params: { billingId }, body, locale, respond }) => {
    const { seats } = orRefuse(await answerMove(scope, billingId, body));
    // What was kept or left is free for those who wait.
    offerAfterResponse();
    const t = getTranslator(locale, 'adoptionPage.move');
    return respond(200, { success: true, message: seats > 0 ? t('accepted', { seats }) : t('declined') });
  }),
});
