import { editAdmin } from '@/lib/accounts/administrators/mutations';
import * as endpoints from '@/lib/api/admin-accounts';
import { createHandler, routeHandlers } from '@/lib/api/handler';
import { HttpError } from '@/lib/platform/errors';

const STATUS = { 'admin.not_found': 404, 'admin.last_owner': 409, 'admin.role': 403 } as const;

/** PATCH /api/admin/administrators/{adminId} {role, active}: for owners. */
export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers({
  PATCH: createHandler(endpoints.editAdministrator, async ({ scope, params: { adminId: id }, body, respond }) => {
    const outcome = await editAdmin(scope, { id, ...body });
    if (!outcome.ok) throw new HttpError(STATUS[outcome.code], outcome.code);
    return respond(200, { success: true });
  }),
});
