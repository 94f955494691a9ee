import { setPasswordByLink } from '@/lib/accounts/administrators/password-links';
import * as endpoints from '@/lib/api/administrators';
import { createHandler, routeHandlers } from '@/lib/api/handler';
import { orRefuse } from '@/lib/api/or-refuse';

/** POST /api/user/admin_password {token, password}: for whoever has the link. */
export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers({
  POST: createHandler(endpoints.setAdministratorPassword, async ({ body: { token, password }, respond }) => {
    orRefuse(await setPasswordByLink(token, password));
    return respond(200, { success: true });
  }),
});
