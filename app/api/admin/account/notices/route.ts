import { proveNotices, saveNotices } from '@/lib/admin/attention/notices';
import * as endpoints from '@/lib/api/administrators';
import { createHandler, routeHandlers } from '@/lib/api/handler';
import { orRefuse } from '@/lib/api/or-refuse';

/** PUT /api/admin/account/notices {email, is_daily, at_once}; POST {token} confirms the address. */
export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers({
  PUT: createHandler(endpoints.changeNotices, async ({ scope, body, respond }) => {
    const { isProven } = orRefuse(await saveNotices(scope, body));
    return respond(200, { is_proven: isProven });
  }),
  POST: createHandler(endpoints.proveNotices, async ({ scope, body: { token }, respond }) => {
    const { email } = orRefuse(await proveNotices(scope, token));
    return respond(200, { email });
  }),
});
