import { json, route } from '@/lib/core/http';
import { endSession, requireSponsor } from '@/lib/identity/session';

/** POST /api/user/logout: ends the session of the bearer token, its cookie included; 401 when there is none. */
export const POST = route(async (request: Request) => {
  const cookie = await endSession(await requireSponsor(request));
  return json({ success: true }, { headers: { 'Set-Cookie': cookie } });
});
