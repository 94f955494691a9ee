import { createHandler, routeHandlers } from '@/lib/api/handler';
import { orRefuse } from '@/lib/api/or-refuse';
import * as endpoints from '@/lib/api/year-end';
import { limitDocuments } from '@/lib/documents/response';
import { openAuditorLink } from '@/lib/year-end/auditor-links';
import { statementOfUseResponse } from '@/lib/year-end/documents';

const open = createHandler(
  endpoints.readUseSheetAsAuditor,
  async ({ request, params: { token }, locale }) => {
    const { subject, year } = orRefuse(await openAuditorLink(token, 'xlsx'));
    return statementOfUseResponse(request, subject, year, { locale, format: 'xlsx' });
  },
  limitDocuments,
);

/** GET /api/auditor/{token}/spreadsheet: the same as a spreadsheet. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers({ GET: open });
