import { createHandler, routeHandlers } from '@/lib/api/handler';
import * as endpoints from '@/lib/api/year-end';
import { limitDocuments } from '@/lib/documents/response';
import { statementOfUseResponse } from '@/lib/year-end/documents';
import { subjectOf } from '@/lib/year-end/queries';

const open = createHandler(
  endpoints.readUse,
  ({ request, scope, params: { year }, locale }) =>
    statementOfUseResponse(request, subjectOf(scope), year, { locale, format: 'pdf' }),
  limitDocuments,
);

/** GET /api/user/year-end/{year}/statement: the statement of use of the signed-in sponsor. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers({ GET: open });
