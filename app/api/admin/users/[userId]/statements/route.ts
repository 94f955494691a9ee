import { createHandler, routeHandlers } from '@/lib/api/handler';
import * as endpoints from '@/lib/api/papers';
import { statementYearsOf } from '@/lib/documents/papers/queries';

/** GET /api/admin/users/{userId}/statements: the financial years for which a sponsor has an annual statement. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers({
  GET: createHandler(endpoints.listStatements, async ({ scope, params: { userId }, respond }) =>
    respond(200, { years: await statementYearsOf(scope, userId) }),
  ),
});
