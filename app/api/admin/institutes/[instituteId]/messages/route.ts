import { writeToOffice } from '@/lib/conversation/mutations';
import * as endpoints from '@/lib/api/conversation';
import { createHandler, routeHandlers } from '@/lib/api/handler';
import { orRefuse } from '@/lib/api/or-refuse';
import { sendAfterResponse } from '@/lib/notifications/after';

/** POST /api/admin/institutes/{instituteId}/messages: the department writes to the heads of an institute's office. */
export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers({
  POST: createHandler(endpoints.writeToOffice, async ({ scope, params: { instituteId }, body, respond }) => {
    orRefuse(await writeToOffice(scope, instituteId, body));
    sendAfterResponse();
    return respond(200, { success: true });
  }),
});
