import { createHandler, routeHandlers } from '@/lib/api/handler';
import { orRefuse } from '@/lib/api/or-refuse';
import * as endpoints from '@/lib/api/funds';
import { recordRelease } from '@/lib/funds/mutations';

/** POST /api/admin/releases {kind, institute_id, mode, paid_on, bank_reference, remark, lines: [{reference, course_id, amount}]}. */
export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers({
  POST: createHandler(endpoints.recordRelease, async ({ scope, body, respond }) => {
    const { id } = orRefuse(await recordRelease(scope, body));
    return respond(200, { success: true, id });
  }),
});
