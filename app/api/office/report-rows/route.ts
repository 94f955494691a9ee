import { rollFileProblem } from '@/lib/admin/file-worker/roll-file';
import { readMarksInWorker } from '@/lib/admin/file-worker/read-in-worker';
import { createHandler, routeHandlers } from '@/lib/api/handler';
import * as endpoints from '@/lib/api/register';
import { HttpError } from '@/lib/platform/errors';

/** POST /api/office/report-rows: takes a CSV, XLSX or XLS file as the body. */
export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers({
  POST: createHandler(endpoints.readReportRows, async ({ scope, locale, readFile, respond }) => {
    const read = await readMarksInWorker(new Uint8Array(await readFile()), scope.adminId);
    if (!read.ok)
      throw new HttpError(400, 'catalogue.file_unusable', {
        params: { reason: rollFileProblem(read.problem, locale) },
      });
    return respond(200, { rows: read.rows });
  }),
});
