import * as endpoints from '@/lib/contract/account';
import { createHandler, routeHandlers } from '@/lib/contract/handler';
import { readProfile } from '@/lib/identity/queries';

/** GET /api/user/profile/{userId}: the signed-in sponsor's own profile. */
export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers({
  GET: createHandler(endpoints.readProfile, async ({ scope, respond }) => respond(200, await readProfile(scope))),
});
