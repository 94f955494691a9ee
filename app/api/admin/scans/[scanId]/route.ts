import * as endpoints from '@/lib/api/entries';
import { createHandler, routeHandlers } from '@/lib/api/handler';
import { readScan } from '@/lib/admin/reservations/scans';
import { HttpError } from '@/lib/platform/errors';

/** GET /api/admin/scans/{scanId}: the scan as a file to save, which no browser shows or runs in the site. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers({
  GET: createHandler(endpoints.downloadScan, async ({ scope, params: { scanId } }) => {
    const scan = await readScan(scope, scanId);
    if (!scan) throw new HttpError('entry.scan_gone');
    return new Response(new Uint8Array(scan.content), {
      headers: {
        'Content-Type': 'application/octet-stream',
        'Content-Disposition': `attachment; filename="scan.${scan.mediaType.split('/')[1]!}"`,
        'X-Content-Type-Options': 'nosniff',
        'Content-Security-Policy': "default-src 'none'; sandbox",
        'Cache-Control': 'no-store',
      },
    });
  }),
});
