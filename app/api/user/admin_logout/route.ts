import { endAdminSession, requireAdmin } from '@/lib/admin/session';
import { json, route } from '@/lib/core/http';

/** POST /api/user/admin_logout: ends the session of the bearer token, its cookie included; 401 when there is none. */
export const POST = route(async (request: Request) => {
  const cookie = await endAdminSession(await requireAdmin(request));
  return json({ success: true }, { headers: { 'Set-Cookie': cookie } });
});
