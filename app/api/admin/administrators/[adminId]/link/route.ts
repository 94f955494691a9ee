import { makePasswordLink } from '@/lib/accounts/administrators/password-links';
import * as endpoints from '@/lib/api/administrators';
import { createHandler, routeHandlers } from '@/lib/api/handler';
import { HttpError } from '@/lib/platform/errors';

/** POST /api/admin/administrators/{adminId}/link: for owners. */
export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers({
  POST: createHandler(endpoints.createPasswordLink, async ({ scope, params: { adminId }, respond }) => {
    const link = await makePasswordLink(scope, adminId);
    if (!link) throw new HttpError('admin.not_found');
    return respond(200, { url: link.url, expires_at: link.expiresAt.toISOString() });
  }),
});
