import { inviteAdmin } from '@/lib/accounts/administrators/password-links';
import * as endpoints from '@/lib/api/administrators';
import { createHandler, routeHandlers } from '@/lib/api/handler';
import { orRefuse } from '@/lib/api/or-refuse';

/** POST /api/admin/administrators {username, role}: for owners. */
export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers({
  POST: createHandler(endpoints.inviteAdministrator, async ({ scope, body, respond }) => {
    const outcome = orRefuse(await inviteAdmin(scope, body));
    const { id, link } = outcome;
    return respond(200, { id, url: link.url, expires_at: link.expiresAt.toISOString() });
  }),
});
