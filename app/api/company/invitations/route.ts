import { inviteColleague } from '@/lib/company/people/invitations';
import * as endpoints from '@/lib/api/company';
import { createHandler, routeHandlers } from '@/lib/api/handler';
import { orRefuse } from '@/lib/api/or-refuse';
import { getTranslator } from '@/lib/platform/i18n/server';

/** POST /api/company/invitations: the owner invites a colleague, or sends the invitation again. */
export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers({
  POST: createHandler(endpoints.inviteColleague, async ({ scope, body, locale, respond }) => {
    orRefuse(await inviteColleague(scope, body, locale));
    return respond(200, { success: true, message: getTranslator(locale, 'profile')('people.sent') });
  }),
});
