import { createHandler, routeHandlers } from '@/lib/contract/handler';
import * as endpoints from '@/lib/contract/papers';
import { limitDocuments } from '@/lib/document/response';
import { issuePaper, savePaperDetails } from '@/lib/paper/mutations';
import { requireOwnPaper } from '@/lib/paper/queries';
import { toPaperJson } from '@/lib/paper/response';
import { PROFORMA_STATES } from '@/lib/paper/rules';

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
