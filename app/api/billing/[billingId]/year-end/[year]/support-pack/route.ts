import { createHandler, routeHandlers } from '@/lib/api/handler';
import * as endpoints from '@/lib/api/year-end';
import { limitDocuments } from '@/lib/documents/response';
import { requireOwnPaper } from '@/lib/documents/papers/queries';
import { subjectOf } from '@/lib/year-end/queries';
import { supportPackResponse } from '@/lib/year-end/support-pack';

const open = createHandler(
  endpoints.readSupportPackOfAdoption,
  async ({ scope, params: { billingId, year }, locale }) => {
    await requireOwnPaper(scope, billingId);
    return supportPackResponse(subjectOf(scope), year, locale);
  },
  limitDocuments,
);

/** GET /api/billing/{billingId}/year-end/{year}/support-pack: the same of the adoption that a guest opened. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers({ GET: open });
