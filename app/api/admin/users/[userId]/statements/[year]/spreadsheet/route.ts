import { createHandler, routeHandlers } from '@/lib/api/handler';
import * as endpoints from '@/lib/api/papers';
import { statementResponse } from '@/lib/documents/papers/response';

/** GET /api/admin/users/{userId}/statements/{year}/spreadsheet: the annual statement of a sponsor as a spreadsheet. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers({
  GET: createHandler(endpoints.readStatementSheet, ({ request, scope: by, params: { userId, year }, locale }) =>
    statementResponse({ request, userId, year, locale, format: 'xlsx', by }),
  ),
});
