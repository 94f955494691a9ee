import * as endpoints from '@/lib/api/documents';
import { createHandler, routeHandlers } from '@/lib/api/handler';
import { HttpError } from '@/lib/platform/errors';
import { clientAddress } from '@/lib/platform/http';
import { summaryOfAdoption } from '@/lib/documents/queries';
import { renderSummary } from '@/lib/documents/render';
import { limitDocuments, pdfResponse } from '@/lib/documents/response';
import { summaryFileName } from '@/lib/documents/rules';
import { isoDate } from '@/lib/platform/dates';

const open = createHandler(
  endpoints.readSummary,
  async ({ request, scope, params: { billingId }, locale }) => {
    const summary = await summaryOfAdoption(scope, billingId);
    if (!summary) throw new HttpError('document.not_found');
    return pdfResponse(
      await renderSummary(summary, locale, clientAddress(request)),
      summaryFileName(isoDate(new Date())),
    );
  },
  limitDocuments,
);

/** GET /api/billing/{billingId}/summary: the summary of one of the signed-in sponsor's adoptions. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers({ GET: open });
