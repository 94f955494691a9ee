import * as endpoints from '@/lib/api/entries';
import { createHandler, routeHandlers } from '@/lib/api/handler';
import { orRefuse } from '@/lib/api/or-refuse';
import { storeScan } from '@/lib/admin/reservations/scans';

/** POST /api/admin/scans: stores the file in the body, a PDF, JPEG or PNG by its content. */
export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers({
  POST: createHandler(endpoints.uploadScan, async ({ scope, readFile, respond }) => {
    const { id } = orRefuse(await storeScan(scope, Buffer.from(await readFile())));
    return respond(200, { id });
  }),
});
