import { createHandler, routeHandlers } from '@/lib/api/handler';
import * as endpoints from '@/lib/api/papers';
import { limitDocuments } from '@/lib/documents/response';
import { savePaperDetails } from '@/lib/documents/papers/mutations';
import { toPaperJson } from '@/lib/documents/papers/response';

const save = createHandler(
  endpoints.saveOwnPaperDetails,
  async ({ scope, params: { billingId }, body, respond }) => {
    const papers = await savePaperDetails(scope, billingId, body);
    return respond(200, { papers: papers.map(toPaperJson) });
  },
  limitDocuments,
);

/** POST /api/billing/{billingId}/paper-details {legal_name?, address?, pan?, gstin?, purchase_order?}: what papers should show. */
export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers({ POST: save });
