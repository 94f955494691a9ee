import { createHandler, routeHandlers } from '@/lib/api/handler';
import * as endpoints from '@/lib/api/papers';
import { limitDocuments } from '@/lib/documents/response';
import { requireOwnPaper } from '@/lib/documents/papers/queries';
import { paperResponse } from '@/lib/documents/papers/response';

const open = createHandler(
  endpoints.readOwnPaper,
  async ({ request, scope, params: { billingId, paperId }, locale }) => {
    await requireOwnPaper(scope, billingId, paperId);
    return paperResponse(request, paperId, locale);
  },
  limitDocuments,
);

/** GET /api/billing/{billingId}/papers/{paperId}: an issued paper of one of the signed-in sponsor's adoptions. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers({ GET: open });
