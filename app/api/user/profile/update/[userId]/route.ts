import * as endpoints from '@/lib/api/account';
import { createHandler, routeHandlers } from '@/lib/api/handler';
import { updateProfile } from '@/lib/accounts/mutations';

/** PUT /api/user/profile/update/{userId}: changes the signed-in sponsor's own profile and returns it. */
export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers({
  PUT: createHandler(endpoints.updateProfile, async ({ scope, body, respond }) =>
    respond(200, await updateProfile(scope, body)),
  ),
});
