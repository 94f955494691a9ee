import { setShowCompany } from '@/lib/adoption/show-company';
import * as endpoints from '@/lib/api/adoption-page';
import { createHandler, routeHandlers } from '@/lib/api/handler';
import { HttpError } from '@/lib/platform/errors';
import { getTranslator } from '@/lib/platform/i18n/server';

const set = createHandler(
  endpoints.showCompany,
  async ({ scope, params: { billingId }, body: { show }, locale, respond }) => {
    const saved = await setShowCompany(scope, billingId, show);
    if (!saved.ok && saved.code === 'request.too_many')
      throw new HttpError(429, saved.code, { retryAfterSeconds: saved.retryAfterSeconds });
    if (!saved.ok) throw new HttpError(404, saved.code);
    const message = getTranslator(locale, 'adoptionPage')(show ? 'company.shown' : 'company.hidden');
    return respond(200, { success: true, message });
  },
);

/** POST /api/billing/{billingId}/company: the sponsor allows or forbids that institutes' pages name its company. */
export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers({ POST: set });
