import { createHandler, routeHandlers } from '@/lib/api/handler';
import * as endpoints from '@/lib/api/year-end';
import { limitDocuments } from '@/lib/documents/response';
import { requireOwnPaper } from '@/lib/documents/papers/queries';
import { statementOfUseResponse } from '@/lib/year-end/documents';
import { subjectOf } from '@/lib/year-end/queries';

const open = createHandler(
  endpoints.readUseSheetOfAdoption,
  async ({ request, scope, params: { billingId, year }, locale }) => {
    await requireOwnPaper(scope, billingId);
    return statementOfUseResponse(request, subjectOf(scope), year, { locale, format: 'xlsx' });
  },
  limitDocuments,
);

/** GET /api/billing/{billingId}/year-end/{year}/spreadsheet: the same as a spreadsheet. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers({ GET: open });
