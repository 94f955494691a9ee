import * as endpoints from '@/lib/api/administration';
import { createHandler, routeHandlers } from '@/lib/api/handler';
import { downloadResponse } from '@/lib/admin/exports/response';

/**
 * Seconds the whole response may take on Vercel: DOWNLOAD_MS, repeated because Next.js accepts only a literal.
 */
export const maxDuration = 300;

/**
 * GET /api/user/download/{users|billings}: a spreadsheet of all records that match the filter, with the same parameters
 * as the tables; 404 for any other kind. HEAD is refused: it would build an unused file and add an audit log entry.
 */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers({
  GET: createHandler(endpoints.download, ({ scope, params: { kind }, request }) =>
    downloadResponse(scope, kind, request),
  ),
});
