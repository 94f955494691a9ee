import * as endpoints from '@/lib/contract/documents';
import { createHandler, routeHandlers } from '@/lib/contract/handler';
import { limitDocuments } from '@/lib/document/response';
import { issuePaper } from '@/lib/paper/mutations';
import { paymentOf } from '@/lib/paper/queries';
import { paperResponse } from '@/lib/paper/response';

const open = createHandler(
  endpoints.readReceipt,
  async ({ request, scope, params: { billingId }, locale }) => {
    const source = await paymentOf(scope, billingId);
    const { id } = await issuePaper({ kind: 'receipt', billingId, source });
    return paperResponse(request, id, locale);
  },
  limitDocuments,
);

/** GET /api/billing/{billingId}/receipt: the receipt of the online payment of an own adoption. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers({ GET: open });
