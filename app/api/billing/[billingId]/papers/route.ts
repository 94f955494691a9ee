import { createHandler, routeHandlers } from '@/lib/api/handler';
import * as endpoints from '@/lib/api/papers';
import { limitDocuments } from '@/lib/documents/response';
import { issuePaper, savePaperDetails } from '@/lib/documents/papers/mutations';
import { requireOwnPaper } from '@/lib/documents/papers/queries';
import { toPaperJson } from '@/lib/documents/papers/response';
import { PROFORMA_STATES } from '@/lib/documents/papers/rules';

const issue = createHandler(
  endpoints.issueOwnPaper,
  async ({ scope, params: { billingId }, body: { kind, details }, respond }) => {
    if (details) await savePaperDetails(scope, billingId, details, PROFORMA_STATES);
    else await requireOwnPaper(scope, billingId);
    return respond(200, toPaperJson(await issuePaper({ kind, billingId, source: billingId })));
  },
  limitDocuments,
);

/** POST /api/billing/{billingId}/papers {kind: 'proforma', details?}: issues the proforma of an own pledge. */
export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers({ POST: issue });
