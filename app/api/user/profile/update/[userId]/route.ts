import * as calls from '@/lib/contract/account';
import { door, serve } from '@/lib/contract/door';
import { updateProfile } from '@/lib/identity/mutations';

/** PUT /api/user/profile/update/{userId} (R-API-18, A-24, A-63): changes the signed-in sponsor's own profile and answers it. */
export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = serve({
  PUT: door(calls.updateProfile, async ({ scope, body, answer }) => answer(200, await updateProfile(scope, body))),
});
