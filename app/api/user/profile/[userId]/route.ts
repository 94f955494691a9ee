import * as endpoints from '@/lib/api/account';
import { createHandler, routeHandlers } from '@/lib/api/handler';
import { readProfile } from '@/lib/accounts/queries';

/** GET /api/user/profile/{userId}: the signed-in sponsor's own profile. */
export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers({
  GET: createHandler(endpoints.readProfile, async ({ scope, respond }) => respond(200, await readProfile(scope))),
});
