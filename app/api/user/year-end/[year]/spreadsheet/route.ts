import { createHandler, routeHandlers } from '@/lib/api/handler';
import * as endpoints from '@/lib/api/year-end';
import { limitDocuments } from '@/lib/documents/response';
import { statementOfUseResponse } from '@/lib/year-end/documents';
import { subjectOf } from '@/lib/year-end/queries';

const open = createHandler(
  endpoints.readUseSheet,
  ({ request, scope, params: { year }, locale }) =>
    statementOfUseResponse(request, subjectOf(scope), year, { locale, format: 'xlsx' }),
  limitDocuments,
);

/** GET /api/user/year-end/{year}/spreadsheet: the same as a spreadsheet. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers({ GET: open });
