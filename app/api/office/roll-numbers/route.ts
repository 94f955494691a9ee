import { rollFileProblem } from '@/lib/admin/file-worker/roll-file';
import { readRollsInWorker } from '@/lib/admin/file-worker/read-in-worker';
import { createHandler, routeHandlers } from '@/lib/api/handler';
import * as endpoints from '@/lib/api/register';
import { HttpError } from '@/lib/platform/errors';

/** POST /api/office/roll-numbers: takes a CSV, XLSX or XLS file as the body. */
export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers({
  POST: createHandler(endpoints.readRollNumbers, async ({ scope, locale, readFile, respond }) => {
    const read = await readRollsInWorker(new Uint8Array(await readFile()), scope.adminId);
    if (!read.ok)
      throw new HttpError(400, 'catalogue.file_unusable', {
        params: { reason: rollFileProblem(read.problem, locale) },
      });
    return respond(200, { rows: read.rows });
  }),
});
