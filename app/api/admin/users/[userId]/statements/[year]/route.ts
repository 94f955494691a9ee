import { createHandler, routeHandlers } from '@/lib/api/handler';
import * as endpoints from '@/lib/api/papers';
import { statementResponse } from '@/lib/documents/papers/response';

/** GET /api/admin/users/{userId}/statements/{year}: the annual statement of a sponsor. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers({
  GET: createHandler(endpoints.readStatement, ({ request, scope: by, params: { userId, year }, locale }) =>
    statementResponse({ request, userId, year, locale, format: 'pdf', by }),
  ),
});
