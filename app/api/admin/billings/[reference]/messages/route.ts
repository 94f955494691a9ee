import { writeToSponsor } from '@/lib/conversation/mutations';
import * as endpoints from '@/lib/api/conversation';
import { createHandler, routeHandlers } from '@/lib/api/handler';
import { orRefuse } from '@/lib/api/or-refuse';
import { sendAfterResponse } from '@/lib/notifications/after';

/** POST /api/admin/billings/{reference}/messages: the department writes to the sponsor of an adoption. */
export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers({
  POST: createHandler(endpoints.writeToSponsor, async ({ scope, params: { reference }, body, respond }) => {
    orRefuse(await writeToSponsor(scope, reference, body));
    sendAfterResponse();
    return respond(200, { success: true });
  }),
});
