import { joinCompany } from '@/lib/company/people/invitations';
import * as endpoints from '@/lib/api/company';
import { createHandler, routeHandlers } from '@/lib/api/handler';
import { orRefuse } from '@/lib/api/or-refuse';
import { getTranslator } from '@/lib/platform/i18n/server';

/** POST /api/company/join: creates the account of an invited colleague. */
export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers({
  POST: createHandler(endpoints.joinCompany, async ({ body, locale, respond }) => {
    orRefuse(await joinCompany(body));
    return respond(201, { success: true, message: getTranslator(locale, 'auth')('join.done') });
  }),
});
