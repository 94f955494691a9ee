import { createHandler, routeHandlers } from '@/lib/api/handler';
import * as endpoints from '@/lib/api/year-end';
import { donorsResponse } from '@/lib/year-end/donors';

/** GET /api/admin/donors/{year}: the donors of a financial year, as form 10BD asks for them, as a spreadsheet. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers({
  GET: createHandler(endpoints.readDonors, ({ scope, params: { year } }) => donorsResponse(scope, year)),
});
