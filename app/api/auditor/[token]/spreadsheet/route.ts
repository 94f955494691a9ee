import { createHandler, routeHandlers } from '@/lib/api/handler';
import * as endpoints from '@/lib/api/year-end';
import { limitDocuments } from '@/lib/documents/response';
import { HttpError } from '@/lib/platform/errors';
import { openAuditorLink } from '@/lib/year-end/auditor-links';
import { statementOfUseResponse } from '@/lib/year-end/documents';

const open = createHandler(
  endpoints.readUseSheetAsAuditor,
  async ({ request, params: { token }, locale }) => {
    const link = await openAuditorLink(token, 'xlsx');
    if (!link) throw new HttpError('auditor.not_found');
    return statementOfUseResponse(request, link.subject, link.year, { locale, format: 'xlsx' });
  },
  limitDocuments,
);

/** GET /api/auditor/{token}/spreadsheet: the same as a spreadsheet. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers({ GET: open });
