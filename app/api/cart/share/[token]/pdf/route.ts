import { createHandler, routeHandlers } from '@/lib/contract/handler';
import * as endpoints from '@/lib/contract/shared-cart';
import { HttpError } from '@/lib/core/errors';
import { clientAddress } from '@/lib/core/http';
import { renderProposal } from '@/lib/document/render';
import { limitDocuments, pdfResponse } from '@/lib/document/response';
import { proposalFileName } from '@/lib/document/rules';
import { isoDate } from '@/lib/core/dates';
import { readProposalContent } from '@/lib/shared-cart/queries';

/** GET /api/cart/share/{token}/pdf: a shared cart as a proposal, with the prices and seats of now. */
export const { GET, POST, PUT, PATCH, DELETE, OPTIONS, HEAD } = routeHandlers({
  GET: createHandler(
    endpoints.readProposal,
    async ({ request, params, query, locale }) => {
      const proposal = await readProposalContent(params.token);
      if (!proposal) throw new HttpError(404, 'document.not_found');
      const pdf = await renderProposal(proposal, query.locale ?? locale, clientAddress(request));
      return pdfResponse(pdf, proposalFileName(isoDate(proposal.date)));
    },
    limitDocuments,
  ),
});
