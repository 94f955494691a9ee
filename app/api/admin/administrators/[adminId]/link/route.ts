import { makePasswordLink } from '@/lib/admin/accounts/password-links';
import * as endpoints from '@/lib/contract/admin-accounts';
import { createHandler, routeHandlers } from '@/lib/contract/handler';
import { HttpError } from '@/lib/core/errors';

/** POST /api/admin/administrators/{adminId}/link: for owners. */
export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers({
  POST: createHandler(endpoints.createPasswordLink, async ({ scope, params: { adminId }, respond }) => {
    const link = await makePasswordLink(scope, adminId);
    if (!link) throw new HttpError(404, 'admin.not_found');
    return respond(200, { url: link.url, expires_at: link.expiresAt.toISOString() });
  }),
});
