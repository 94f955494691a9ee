import * as endpoints from '@/lib/api/account';
import { createHandler, routeHandlers } from '@/lib/api/handler';
import { sendAfterResponse } from '@/lib/notifications/after';
import { updateProfile } from '@/lib/accounts/mutations';

/** PUT /api/user/profile/update/{userId}: changes the signed-in sponsor's own profile and returns it. */
export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers({
  PUT: createHandler(endpoints.updateProfile, async ({ scope, body, locale, respond }) => {
    const profile = await updateProfile(scope, body, locale);
    sendAfterResponse();
    return respond(200, profile);
  }),
});
