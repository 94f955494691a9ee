import { inviteColleague } from '@/lib/accounts/company/invitations';
import * as endpoints from '@/lib/api/company';
import { createHandler, routeHandlers } from '@/lib/api/handler';
import { HttpError } from '@/lib/platform/errors';
import { getTranslator } from '@/lib/platform/i18n/server';

const STATUS: Record<string, 403 | 409 | 429 | 503> = {
  'company.confirm_email': 403,
  'company.too_many': 409,
  'request.too_many': 429,
  'company.not_sent': 503,
};

/** POST /api/company/invitations: the owner invites a colleague, or sends the invitation again. */
export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers({
  POST: createHandler(endpoints.inviteColleague, async ({ scope, body, locale, respond }) => {
    const invited = await inviteColleague(scope, body, locale);
    if (invited.ok) return respond(200, { success: true, message: getTranslator(locale, 'profile')('people.sent') });
    const { code, params, retryAfterSeconds } = invited;
    throw new HttpError(STATUS[code]!, code, { params, retryAfterSeconds });
  }),
});
