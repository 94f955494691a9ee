import * as endpoints from '@/lib/api/account';
import { createHandler, routeHandlers } from '@/lib/api/handler';
import { limitDocuments } from '@/lib/documents/response';
import { isoDate } from '@/lib/platform/dates';
import { readOwnData } from '@/lib/operation/privacy/own-data';
import { ownDataFileName } from '@/lib/operation/privacy/rules';

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
