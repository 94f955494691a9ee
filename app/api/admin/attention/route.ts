import { countAttention } from '@/lib/admin/attention/queries';
import { totalOf } from '@/lib/admin/attention/rules';
import * as endpoints from '@/lib/api/administrators';
import { createHandler, routeHandlers } from '@/lib/api/handler';

/** GET /api/admin/attention: the number of items to act on, for the badge. */
export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers({
  GET: createHandler(endpoints.countAttention, async ({ scope, respond }) =>
    respond(200, { count: totalOf(await countAttention(scope)) }),
  ),
});
