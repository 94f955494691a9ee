import { applyDryRun, dryRunImport } from '@/lib/catalogue-import/dry-run';
import { exportCatalogue } from '@/lib/catalogue-import/export';
import { fileProblemText } from '@/lib/catalogue-import/problem-texts';
import { readInWorker } from '@/lib/admin/file-worker/read-in-worker';
import * as endpoints from '@/lib/api/administration';
import { createHandler, routeHandlers } from '@/lib/api/handler';
import { orRefuse } from '@/lib/api/or-refuse';
import { offerAfterResponse } from '@/lib/operation/jobs/offer-after-response';
import { HttpError } from '@/lib/platform/errors';
import { MAX_IMPORTS_AT_ONCE } from '@/lib/platform/limits';
import { createSemaphore } from '@/lib/platform/semaphore';
import { isoDate } from '@/lib/platform/dates';
import { XLSX_TYPE } from '@/lib/platform/spreadsheet/schema';

const BUSY_SECONDS = 5;

/** A file and its rows are held in memory. */
const takePlace = createSemaphore(MAX_IMPORTS_AT_ONCE);

/**
 * POST /api/admin/catalogue/import?name=FILE: takes a CSV or XLSX file as the body. Returns what an import would change
 * and writes nothing; with `apply`, the digest of that response, performs exactly that import. GET: the current
 * catalogue as a workbook.
 */
export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers({
  POST: createHandler(endpoints.importCatalogue, async ({ scope, query: { name, apply }, readFile, respond }) => {
    const free = takePlace();
    if (!free) throw new HttpError('catalogue.busy', { retryAfterSeconds: BUSY_SECONDS });
    try {
      const file = await readInWorker(new Uint8Array(await readFile()), name, scope.adminId);
      if (!file.ok)
        throw new HttpError('catalogue.file_unusable', { params: { reason: fileProblemText(file.problem) } });
      if (apply === undefined) return respond(200, await dryRunImport(scope, file));
      const applied = orRefuse(await applyDryRun(scope, file, apply), ({ dryRun }) => ({ details: { dryRun } }));
      offerAfterResponse();
      const { added, changed, institutes, entry } = applied;
      return respond(200, { success: true, added, changed, institutes, entry });
    } finally {
      free();
    }
  }),
  GET: createHandler(endpoints.exportCatalogue, async ({ scope }) => {
    const workbook = await exportCatalogue(scope);
    return new Response(new Uint8Array(workbook), {
      headers: {
        'Content-Type': XLSX_TYPE,
        'Content-Disposition': `attachment; filename="catalogue-${isoDate(new Date())}.xlsx"`,
        'Cache-Control': 'no-store',
      },
    });
  }),
});
