import { createHandler, routeHandlers } from '@/lib/api/handler';
import * as endpoints from '@/lib/api/year-end';
import { limitDocuments } from '@/lib/documents/response';
import { requireOwnPaper } from '@/lib/documents/papers/queries';
import { statementOfUseResponse } from '@/lib/year-end/documents';
import { subjectOf } from '@/lib/year-end/queries';

const open = createHandler(
  endpoints.readUseOfAdoption,
  async ({ request, scope, params: { billingId, year }, locale }) => {
    await requireOwnPaper(scope, billingId);
    return statementOfUseResponse(request, subjectOf(scope), year, { locale, format: 'pdf' });
  },
  limitDocuments,
);

/** GET /api/billing/{billingId}/year-end/{year}/statement: the statement of use of the adoption that a guest opened. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers({ GET: open });
