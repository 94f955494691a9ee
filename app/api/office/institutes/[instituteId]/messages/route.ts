import { writeAsOffice } from '@/lib/conversation/mutations';
import * as endpoints from '@/lib/api/conversation';
import { createHandler, routeHandlers } from '@/lib/api/handler';
import { orRefuse } from '@/lib/api/or-refuse';

/** POST /api/office/institutes/{instituteId}/messages: a head of the office writes to the department. */
export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers({
  POST: createHandler(endpoints.writeAsOffice, async ({ scope, params: { instituteId }, body, respond }) => {
    orRefuse(await writeAsOffice(scope, instituteId, body));
    return respond(200, { success: true });
  }),
});
