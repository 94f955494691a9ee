import * as calls from '@/lib/contract/account';
import { door, serve } from '@/lib/contract/door';
import { endSession } from '@/lib/identity/session';

/** POST /api/user/logout: ends the session of the bearer token, its cookie included. */
export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = serve({
  POST: door(calls.logout, async ({ scope, answer }) =>
    answer(200, { success: true }, { 'Set-Cookie': await endSession(scope) }),
  ),
});
