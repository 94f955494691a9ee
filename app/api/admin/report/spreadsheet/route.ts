import { reportResponse } from '@/lib/admin/report/response';
import { createHandler, routeHandlers } from '@/lib/api/handler';
import * as endpoints from '@/lib/api/administration';

/** GET /api/admin/report/spreadsheet: the report with these parameters as a spreadsheet. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers({
  GET: createHandler(endpoints.readReport, ({ scope, query }) => reportResponse(scope, query)),
});
