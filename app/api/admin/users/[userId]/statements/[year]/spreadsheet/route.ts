import { createHandler, routeHandlers } from '@/lib/contract/handler';
import * as endpoints from '@/lib/contract/papers';
import { statementResponse } from '@/lib/paper/response';

/** GET /api/admin/users/{userId}/statements/{year}/spreadsheet: the annual statement of a sponsor as a spreadsheet. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers({
  GET: createHandler(endpoints.readStatementSheet, ({ request, scope: by, params: { userId, year }, locale }) =>
    statementResponse({ request, userId, year, locale, format: 'xlsx', by }),
  ),
});
