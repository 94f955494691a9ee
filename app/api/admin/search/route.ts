import { search } from '@/lib/admin/search/queries';
import * as endpoints from '@/lib/api/administration';
import { createHandler, routeHandlers } from '@/lib/api/handler';

/** GET /api/admin/search?q=TEXT: adoptions, money, papers, people, institutes and courses that a text may mean. */
export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers({
  GET: createHandler(endpoints.searchAll, async ({ scope, query, respond }) =>
    respond(200, { results: await search(scope, query.q) }),
  ),
});
