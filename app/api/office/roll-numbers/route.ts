import { readOfficeFile } from '@/lib/admin/file-worker/roll-file';
import { readRollsInWorker } from '@/lib/admin/file-worker/read-in-worker';
import { createHandler, routeHandlers } from '@/lib/api/handler';
import * as endpoints from '@/lib/api/register';

/** POST /api/office/roll-numbers?lists=0,2: takes a CSV, XLSX or XLS file as the body. */
export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers({
  POST: createHandler(endpoints.readRollNumbers, async ({ scope, locale, query, readFile, respond }) => {
    const bytes = new Uint8Array(await readFile());
    const read = await readOfficeFile(scope, locale, () => readRollsInWorker(bytes, scope.adminId, query.lists));
    const { rows, lists, other_sheets, problems } = read;
    return respond(200, { rows, lists, other_sheets, problems });
  }),
});
