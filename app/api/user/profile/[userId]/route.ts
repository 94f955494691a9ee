import { json, route } from '@/lib/core/http';
import { readProfile } from '@/lib/identity/queries';
import { requireOwner } from '@/lib/identity/session';

type Context = { params: Promise<{ userId: string }> };

/** GET /api/user/profile/{userId} (R-API-17, A-24): the signed-in sponsor's own profile; 401 or 403. */
export const GET = route(async (request: Request, { params }: Context) => {
  const { userId } = await params;
  return json(await readProfile(await requireOwner(request, userId)));
});
