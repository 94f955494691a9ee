import { inviteAdmin } from '@/lib/accounts/administrators/password-links';
import * as endpoints from '@/lib/api/admin-accounts';
import { createHandler, routeHandlers } from '@/lib/api/handler';
import { HttpError } from '@/lib/platform/errors';

/** POST /api/admin/administrators {username, role}: for owners. */
export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers({
  POST: createHandler(endpoints.inviteAdministrator, async ({ scope, body, respond }) => {
    const outcome = await inviteAdmin(scope, body);
    if (!outcome.ok) {
      const { code, params } = outcome;
      throw new HttpError(code === 'admin.username_taken' ? 409 : 400, code, { params });
    }
    const { id, link } = outcome;
    return respond(200, { id, url: link.url, expires_at: link.expiresAt.toISOString() });
  }),
});
