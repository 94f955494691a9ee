import * as endpoints from '@/lib/api/admin-adoption';
import { createHandler, routeHandlers } from '@/lib/api/handler';
import { orRefuse } from '@/lib/api/or-refuse';
import { checkErasure, eraseGuest } from '@/lib/operation/privacy/erase-guest';

/** GET: what the erasure of the guest of an adoption would do. POST {adoptions, reason}: erases the person. */
export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers({
  GET: createHandler(endpoints.checkErasure, async ({ scope, params: { reference }, respond }) =>
    respond(200, orRefuse(await checkErasure(scope, reference)).erasure),
  ),
  POST: createHandler(endpoints.eraseGuest, async ({ scope, params: { reference }, body, respond }) => {
    orRefuse(await eraseGuest(scope, reference, body));
    return respond(200, { success: true });
  }),
});
