import { createHandler, routeHandlers } from '@/lib/api/handler';
import { orRefuse } from '@/lib/api/or-refuse';
import * as endpoints from '@/lib/api/year-end';
import { limitDocuments } from '@/lib/documents/response';
import { openAuditorLink } from '@/lib/year-end/auditor-links';
import { statementOfUseResponse } from '@/lib/year-end/documents';

const open = createHandler(
  endpoints.readUseAsAuditor,
  async ({ request, params: { token }, locale }) => {
    const { subject, year } = orRefuse(await openAuditorLink(token, 'pdf'));
    return statementOfUseResponse(request, subject, year, { locale, format: 'pdf' });
  },
  limitDocuments,
);

/** GET /api/auditor/{token}/statement: the statement of use that a link shows. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers({ GET: open });
