import * as endpoints from '@/lib/contract/documents';
import { createHandler, routeHandlers } from '@/lib/contract/handler';
import { HttpError } from '@/lib/core/errors';
import { clientAddress } from '@/lib/core/http';
import { summaryOfAdoption } from '@/lib/document/queries';
import { renderSummary } from '@/lib/document/render';
import { limitDocuments, pdfResponse } from '@/lib/document/response';
import { summaryFileName } from '@/lib/document/rules';
import { isoDate } from '@/lib/core/dates';

const open = createHandler(
  endpoints.readSummary,
  async ({ request, scope, params: { billingId }, locale }) => {
    const summary = await summaryOfAdoption(scope, billingId);
    if (!summary) throw new HttpError(404, 'document.not_found');
    return pdfResponse(
      await renderSummary(summary, locale, clientAddress(request)),
      summaryFileName(isoDate(new Date())),
    );
  },
  limitDocuments,
);

/** GET /api/billing/{billingId}/summary: the summary of one of the signed-in sponsor's adoptions. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers({ GET: open });
