import { endAdminSession } from '@/lib/admin/session';
import { adminLogout } from '@/lib/contract/administration';
import { door, serve } from '@/lib/contract/door';

/** POST /api/user/admin_logout: ends the session of the bearer token, its cookie included. */
export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = serve({
  POST: door(adminLogout, async ({ scope, answer }) =>
    answer(200, { success: true }, { 'Set-Cookie': await endAdminSession(scope) }),
  ),
});
