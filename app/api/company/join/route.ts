import { joinCompany } from '@/lib/accounts/company/invitations';
import * as endpoints from '@/lib/api/company';
import { createHandler, routeHandlers } from '@/lib/api/handler';
import { HttpError } from '@/lib/platform/errors';
import { getTranslator } from '@/lib/platform/i18n/server';

/** POST /api/company/join: creates the account of an invited colleague. */
export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers({
  POST: createHandler(endpoints.joinCompany, async ({ body, locale, respond }) => {
    const joined = await joinCompany(body);
    if (joined.ok) return respond(201, { success: true, message: getTranslator(locale, 'auth')('join.done') });
    const { code, params, retryAfterSeconds } = joined;
    const status = code === 'auth.too_many_attempts' ? 429 : code === 'company.has_account' ? 409 : 400;
    throw new HttpError(status, code, { params, retryAfterSeconds });
  }),
});
