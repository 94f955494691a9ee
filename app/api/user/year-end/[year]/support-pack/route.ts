import { createHandler, routeHandlers } from '@/lib/api/handler';
import * as endpoints from '@/lib/api/year-end';
import { limitDocuments } from '@/lib/documents/response';
import { subjectOf } from '@/lib/year-end/queries';
import { supportPackResponse } from '@/lib/year-end/support-pack';

const open = createHandler(
  endpoints.readSupportPack,
  ({ scope, params: { year }, locale }) => supportPackResponse(subjectOf(scope), year, locale),
  limitDocuments,
);

/** GET /api/user/year-end/{year}/support-pack: the facts of a year for the CSR report of the signed-in sponsor. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers({ GET: open });
