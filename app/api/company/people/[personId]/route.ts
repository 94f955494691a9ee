import { changeRole, removeColleague } from '@/lib/company/people/colleagues';
import * as endpoints from '@/lib/api/company';
import { createHandler, routeHandlers } from '@/lib/api/handler';
import { HttpError } from '@/lib/platform/errors';
import { getTranslator } from '@/lib/platform/i18n/server';

/** PATCH {role} and DELETE /api/company/people/{personId}: the owner changes the role of a colleague, or removes one. */
export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers({
  PATCH: createHandler(
    endpoints.changeColleagueRole,
    async ({ scope, params: { personId }, body, locale, respond }) => {
      if (!(await changeRole(scope, personId, body.role))) throw new HttpError('company.not_found');
      return respond(200, { success: true, message: getTranslator(locale, 'profile')('people.changed') });
    },
  ),
  DELETE: createHandler(endpoints.removeColleague, async ({ scope, params: { personId }, locale, respond }) => {
    if (!(await removeColleague(scope, personId))) throw new HttpError('company.not_found');
    return respond(200, { success: true, message: getTranslator(locale, 'profile')('people.removed') });
  }),
});
