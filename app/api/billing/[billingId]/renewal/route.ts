import { giveBackRenewal } from '@/lib/adoption/renewal-mutations';
import * as endpoints from '@/lib/api/adoption-page';
import { createHandler, routeHandlers } from '@/lib/api/handler';
import { HttpError } from '@/lib/platform/errors';
import { getTranslator } from '@/lib/platform/i18n/server';

const end = createHandler(
  endpoints.endRenewal,
  async ({ scope, params: { billingId }, body: { reservation, lines }, locale, respond }) => {
    const ended = await giveBackRenewal(
      scope,
      billingId,
      reservation,
      lines?.map(({ course_id: courseId, seats }) => ({ courseId, seats })),
    );
    if (!ended.ok) throw new HttpError(ended.code === 'renewal.ended' ? 409 : 404, ended.code);
    const message = getTranslator(locale, 'adoptionPage.renewal')('ended', { seats: ended.seats });
    return respond(200, { success: true, message });
  },
);

/** POST /api/billing/{billingId}/renewal: the sponsor gives back seats of a renewal. */
export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers({ POST: end });
