import * as endpoints from '@/lib/contract/account';
import { createHandler, routeHandlers } from '@/lib/contract/handler';
import { limitDocuments } from '@/lib/document/response';
import { isoDate } from '@/lib/core/dates';
import { readOwnData } from '@/lib/privacy/own-data';
import { ownDataFileName } from '@/lib/privacy/rules';

/** GET /api/user/account/data: everything that is stored about the sponsor, indented for people. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers({
  GET: createHandler(
    endpoints.readOwnData,
    async ({ scope, locale }) =>
      new Response(JSON.stringify(await readOwnData(scope, locale), null, 2), {
        headers: {
          'Content-Type': 'application/json; charset=utf-8',
          'Content-Disposition': `attachment; filename="${ownDataFileName(isoDate(new Date()))}"`,
          'Cache-Control': 'no-store',
        },
      }),
    limitDocuments,
  ),
});
