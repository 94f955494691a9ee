import { download } from '@/lib/contract/administration';
import { createHandler, routeHandlers } from '@/lib/contract/handler';
import { downloadResponse } from '@/lib/spreadsheet/response';

/** How long the whole answer may take on Vercel, in seconds: DOWNLOAD_MS, which a setting of Next.js cannot refer to. */
export const maxDuration = 300;

/**
 * GET /api/user/download/{users|billings} (R-API-29, R-API-30): a spreadsheet of all records that match the filter of the same
 * parameters as the tables have; 404 for any other kind (security 49). HEAD is refused: it would make a file that nobody reads,
 * and an entry in the audit log for it.
 */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers({
  GET: createHandler(download, ({ scope, params: { kind }, request }) => downloadResponse(scope, kind, request)),
});
