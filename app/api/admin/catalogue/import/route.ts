import { applyDryRun, dryRunImport } from '@/lib/catalogue-import/dry-run';
import { exportCatalogue } from '@/lib/catalogue-import/export';
import { inImportPlace } from '@/lib/catalogue-import/place';
import { fileProblemText } from '@/lib/catalogue-import/problem-texts';
import { readInWorker } from '@/lib/admin/file-worker/read-in-worker';
import * as endpoints from '@/lib/api/administration';
import { createHandler, routeHandlers } from '@/lib/api/handler';
import { orRefuse } from '@/lib/api/or-refuse';
import { offerAfterResponse } from '@/lib/operation/jobs/offer-after-response';
import { HttpError } from '@/lib/platform/errors';
import { isoDate } from '@/lib/platform/dates';
import { XLSX_TYPE } from '@/lib/platform/spreadsheet/schema';

/**
 * POST /api/admin/catalogue/import?name=FILE: takes a CSV or XLSX file as the body. Returns what an import would change
 * and writes nothing; with `apply`, the digest of that response, performs exactly that import. GET: the current
 * catalogue as a workbook.
 */
export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers({
  POST: createHandler(endpoints.importCatalogue, ({ scope, query: { name, apply }, readFile, respond }) =>
    inImportPlace(async () => {
      const file = await readInWorker(new Uint8Array(await readFile()), name, scope.adminId);
      if (!file.ok)
        throw new HttpError('catalogue.file_unusable', { params: { reason: fileProblemText(file.problem) } });
      if (apply === undefined) return respond(200, await dryRunImport(scope, file));
      const applied = orRefuse(await applyDryRun(scope, file, apply), ({ dryRun }) => ({ details: { dryRun } }));
      offerAfterResponse();
      const { added, changed, institutes, entry } = applied;
      return respond(200, { success: true, added, changed, institutes, entry });
    }),
  ),
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
