import { readReceipt } from '@/lib/contract/documents';
import { createHandler, routeHandlers } from '@/lib/contract/handler';
import { HttpError } from '@/lib/core/errors';
import { clientAddress } from '@/lib/core/http';
import { receiptOfAdoption } from '@/lib/document/queries';
import { renderReceipt } from '@/lib/document/render';
import { limitDocuments, pdfResponse } from '@/lib/document/response';
import { isoDate, receiptFileName } from '@/lib/document/rules';

const open = createHandler(
  readReceipt,
  async ({ request, scope, params: { billingId }, locale }) => {
    const receipt = await receiptOfAdoption(scope, billingId);
    if (!receipt) throw new HttpError(404, 'document.not_found');
    return pdfResponse(
      await renderReceipt(receipt, locale, clientAddress(request)),
      receiptFileName(isoDate(new Date())),
    );
  },
  limitDocuments,
);

/** GET /api/billing/{billingId}/receipt: the payment receipt of one of the signed-in sponsor's adoptions. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers({ GET: open });
