import { createHandler, routeHandlers } from '@/lib/api/handler';
import * as endpoints from '@/lib/api/shared-cart';
import { HttpError } from '@/lib/platform/errors';
import { clientAddress } from '@/lib/platform/http';
import { renderProposal } from '@/lib/documents/render';
import { limitDocuments, pdfResponse } from '@/lib/documents/response';
import { proposalFileName } from '@/lib/documents/rules';
import { isoDate } from '@/lib/platform/dates';
import { absoluteUrl, pathTo } from '@/lib/platform/site/metadata';
import { readProposalContent } from '@/lib/selection/shared-cart/queries';

/** GET /api/cart/share/{token}/pdf: a shared cart as a proposal, with the prices and seats of now. */
export const { GET, POST, PUT, PATCH, DELETE, OPTIONS, HEAD } = routeHandlers({
  GET: createHandler(
    endpoints.readProposal,
    async ({ request, params, query, locale }) => {
      const proposal = await readProposalContent(params.token);
      if (!proposal) throw new HttpError('document.not_found');
      const url = absoluteUrl(pathTo('shared-cart', params.token));
      const pdf = await renderProposal(proposal, url, query.locale ?? locale, clientAddress(request));
      return pdfResponse(pdf, proposalFileName(isoDate(proposal.date)));
    },
    limitDocuments,
  ),
});
