import { createHandler, routeHandlers } from '@/lib/contract/handler';
import * as endpoints from '@/lib/contract/papers';
import { limitDocuments } from '@/lib/document/response';
import { savePaperDetails } from '@/lib/paper/mutations';
import { toPaperJson } from '@/lib/paper/response';

const save = createHandler(
  endpoints.saveOwnPaperDetails,
  async ({ scope, params: { billingId }, body, respond }) => {
    const papers = await savePaperDetails(scope, billingId, body);
    return respond(200, { papers: papers.map(toPaperJson) });
  },
  limitDocuments,
);

/** POST /api/billing/{billingId}/paper-details {legal_name?, address?, pan?, purchase_order?}: what papers should show. */
export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers({ POST: save });
