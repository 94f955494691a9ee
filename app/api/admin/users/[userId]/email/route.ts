import { changeAccountEmail } from '@/lib/accounts/lost-mailbox';
import * as endpoints from '@/lib/api/administration';
import { createHandler, routeHandlers } from '@/lib/api/handler';
import { HttpError } from '@/lib/platform/errors';
import { sendAfterResponse } from '@/lib/notifications/after';

/** PUT /api/admin/users/{userId}/email: gives the account of a sponsor another e-mail address. */
export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers({
  PUT: createHandler(endpoints.changeAccountEmail, async ({ scope, params: { userId }, body, respond }) => {
    const changed = await changeAccountEmail(scope, userId, body);
    if (!changed.ok) throw new HttpError(changed.code === 'admin.not_found' ? 404 : 409, changed.code);
    sendAfterResponse();
    return respond(200, { success: true });
  }),
});
