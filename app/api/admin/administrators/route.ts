import { inviteAdmin } from '@/lib/accounts/administrators/password-links';
import * as endpoints from '@/lib/api/administrators';
import { readArea } from '@/lib/catalogue/areas/queries';
import { createHandler, routeHandlers } from '@/lib/api/handler';
import { orRefuse } from '@/lib/api/or-refuse';

/** POST /api/admin/administrators {username, role, area}: for owners. */
export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers({
  POST: createHandler(endpoints.inviteAdministrator, async ({ scope, body, respond }) => {
    const { area } = orRefuse(await readArea(body.area ?? []));
    const outcome = orRefuse(await inviteAdmin(scope, { ...body, area }));
    const { id, link } = outcome;
    return respond(200, { id, url: link.url, expires_at: link.expiresAt.toISOString() });
  }),
});
