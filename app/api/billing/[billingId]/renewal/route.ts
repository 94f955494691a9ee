import { giveBackRenewal } from '@/lib/adoption/renewals/renewal-mutations';
import * as endpoints from '@/lib/api/adoption-page';
import { createHandler, routeHandlers } from '@/lib/api/handler';
import { orRefuse } from '@/lib/api/or-refuse';
import { getTranslator } from '@/lib/platform/i18n/server';

const end = createHandler(
  endpoints.endRenewal,
  async ({ scope, params: { billingId }, body: { reservation, lines }, locale, respond }) => {
    const given = lines?.map(({ course_id: courseId, seats }) => ({ courseId, seats }));
    const ended = orRefuse(await giveBackRenewal(scope, billingId, reservation, given));
    const message = getTranslator(locale, 'adoptionPage.renewal')('ended', { seats: ended.seats });
    return respond(200, { success: true, message });
  },
);

/** POST /api/billing/{billingId}/renewal: the sponsor gives back seats of a renewal. */
export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers({ POST: end });
