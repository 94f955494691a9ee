import { withdrawInvitation } from '@/lib/company/people/invitations';
import * as endpoints from '@/lib/api/company';
import { createHandler, routeHandlers } from '@/lib/api/handler';
import { HttpError } from '@/lib/platform/errors';
import { getTranslator } from '@/lib/platform/i18n/server';

/** DELETE /api/company/invitations/{invitationId}: the owner withdraws an invitation. */
export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers({
  DELETE: createHandler(endpoints.withdrawInvitation, async ({ scope, params: { invitationId }, locale, respond }) => {
    if (!(await withdrawInvitation(scope, invitationId))) throw new HttpError('company.not_found');
    return respond(200, { success: true, message: getTranslator(locale, 'profile')('people.withdrawn') });
  }),
});
