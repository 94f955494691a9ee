import { createHandler, routeHandlers } from '@/lib/api/handler';
import * as endpoints from '@/lib/api/papers';
import { limitDocuments } from '@/lib/documents/response';
import { statementResponse } from '@/lib/documents/papers/response';

const open = createHandler(
  endpoints.readOwnStatement,
  ({ request, scope: { accountId: userId }, params: { year }, locale }) =>
    statementResponse({ request, userId, year, locale, format: 'pdf' }),
  limitDocuments,
);

/** GET /api/user/statements/{year}: the annual statement of the signed-in sponsor. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers({ GET: open });
