import * as endpoints from '@/lib/api/documents';
import { createHandler, routeHandlers } from '@/lib/api/handler';
import { limitDocuments } from '@/lib/documents/response';
import { issuePaper } from '@/lib/documents/papers/mutations';
import { paymentOf } from '@/lib/documents/papers/queries';
import { paperResponse } from '@/lib/documents/papers/response';

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
