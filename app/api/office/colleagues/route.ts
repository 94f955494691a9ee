import { inviteClerk } from '@/lib/accounts/offices/mutations';
import * as endpoints from '@/lib/api/offices';
import { createHandler, routeHandlers } from '@/lib/api/handler';
import { orRefuse } from '@/lib/api/or-refuse';

/** POST /api/office/colleagues {email, institute_ids}: for heads. */
export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers({
  POST: createHandler(endpoints.inviteClerk, async ({ scope, body, locale, respond }) => {
    orRefuse(await inviteClerk(scope, body, locale));
    return respond(200, { success: true });
  }),
});
