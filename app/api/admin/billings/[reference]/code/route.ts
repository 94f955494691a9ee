import { sendCodeAgain } from '@/lib/adoption/take/send-code';
import * as endpoints from '@/lib/api/admin-adoption';
import { createHandler, routeHandlers } from '@/lib/api/handler';
import { orRefuse } from '@/lib/api/or-refuse';

/** POST /api/admin/billings/{reference}/code: another one-time code for an adoption that waits for one. */
export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers({
  POST: createHandler(endpoints.sendCodeAgain, async ({ scope, params: { reference }, respond }) => {
    orRefuse(await sendCodeAgain(scope, reference));
    return respond(200, { success: true });
  }),
});
