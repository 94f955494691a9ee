import { createHandler, routeHandlers } from '@/lib/api/handler';
import * as endpoints from '@/lib/api/shared-cart';
import { renderBoardPack } from '@/lib/documents/render';
import { limitDocuments, pdfResponse } from '@/lib/documents/response';
import { boardPackFileName } from '@/lib/documents/rules';
import { isoDate } from '@/lib/platform/dates';
import { HttpError } from '@/lib/platform/errors';
import { clientAddress } from '@/lib/platform/http';
import { absoluteUrl, pathTo } from '@/lib/platform/site/metadata';
import { readBoardPack } from '@/lib/selection/shared-cart/board-pack';

/** GET /api/cart/share/{token}/board-pack: what a board reads before it decides about a shared cart. */
export const { GET, POST, PUT, PATCH, DELETE, OPTIONS, HEAD } = routeHandlers({
  GET: createHandler(
    endpoints.readBoardPack,
    async ({ request, scope, params, query, locale: asked }) => {
      const locale = query.locale ?? asked;
      const pack = await readBoardPack(params.token, scope, locale);
      if (!pack) throw new HttpError('document.not_found');
      const url = absoluteUrl(pathTo('shared-cart', params.token));
      const pdf = await renderBoardPack(pack, url, locale, clientAddress(request));
      return pdfResponse(pdf, boardPackFileName(isoDate(pack.date)));
    },
    limitDocuments,
  ),
});
