import * as calls from '@/lib/contract/account';
import { door, serve } from '@/lib/contract/door';
import { readProfile } from '@/lib/identity/queries';

/** GET /api/user/profile/{userId} (R-API-17, A-24): the signed-in sponsor's own profile. */
export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = serve({
  GET: door(calls.readProfile, async ({ scope, answer }) => answer(200, await readProfile(scope))),
});
