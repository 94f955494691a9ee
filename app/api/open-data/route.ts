import { createHandler, routeHandlers } from '@/lib/api/handler';
import * as endpoints from '@/lib/api/open-data';
import { readOpenData } from '@/lib/open-data/queries';
import { toApiRow } from '@/lib/open-data/schema';

/** GET /api/open-data: what the site publishes of itself; public. */
export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers({
  GET: createHandler(endpoints.readOpenData, async ({ respond }) => {
    const { rows, months } = await readOpenData();
    return respond(200, { rows: rows.map(toApiRow), months });
  }),
});
