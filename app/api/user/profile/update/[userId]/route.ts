import { json, readJson, route } from '@/lib/core/http';
import { updateProfile } from '@/lib/identity/mutations';
import { profileUpdateSchema } from '@/lib/identity/schema';
import { requireOwner } from '@/lib/identity/session';

type Context = { params: Promise<{ userId: string }> };

/** PUT /api/user/profile/update/{userId} (R-API-18, A-24, A-63): changes the signed-in sponsor's own profile and answers it; 400, 401 or 403. */
export const PUT = route(async (request: Request, { params }: Context) => {
  const { userId } = await params;
  const scope = await requireOwner(request, userId);
  return json(await updateProfile(scope, await readJson(request, profileUpdateSchema)));
});
