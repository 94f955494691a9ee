import { requireAdmin } from '@/lib/admin/session';
import { applyDryRun, dryRunImport } from '@/lib/catalogue/import/dry-run';
import { exportCatalogue } from '@/lib/catalogue/import/export';
import { readCatalogueFile } from '@/lib/catalogue/import/read';
import { importQuerySchema, MAX_FILE_BYTES } from '@/lib/catalogue/import/schema';
import { fileProblemText } from '@/lib/catalogue/import/texts';
import { HttpError } from '@/lib/core/errors';
import { json, parseOrThrow, readBody, route } from '@/lib/core/http';
import { isoDate } from '@/lib/document/rules';
import { XLSX_TYPE } from '@/lib/spreadsheet/schema';

/** Files of megabytes are sent over slow lines, and 50,000 rows take seconds to write. */
const DEADLINE_MS = 60_000;
const BUSY_SECONDS = 5;

/** A file is held in memory as a whole, and read on the one thread that also answers everybody else. */
const MAX_AT_ONCE = 2;
let running = 0;

/**
 * POST /api/admin/catalogue/import?name=FILE: the file as it is, CSV or XLSX, of at most 20 MB. Answers what an import would do
 * and writes nothing; with `apply`, the digest of that answer, does exactly that. 400 where the file as a whole cannot be
 * read, 401, 409 with the dry run as it is now where it is not the one that was shown or has bad rows, 413, 503 while two
 * other files are being read.
 */
export const POST = route(async (request: Request) => {
  const scope = await requireAdmin(request);
  const { name, apply } = parseOrThrow(importQuerySchema, Object.fromEntries(new URL(request.url).searchParams));
  if (running >= MAX_AT_ONCE) throw new HttpError(503, 'catalogue.busy', { retryAfterSeconds: BUSY_SECONDS });
  running += 1;
  try {
    const file = await readCatalogueFile(new Uint8Array(await readBody(request, MAX_FILE_BYTES)), name);
    if (!file.ok)
      throw new HttpError(400, 'catalogue.file_unusable', { params: { reason: fileProblemText(file.problem) } });
    if (apply === undefined) return json(await dryRunImport(scope, file));
    const applied = await applyDryRun(scope, file, apply);
    if (!applied.ok) throw new HttpError(409, applied.code, { details: { dryRun: applied.dryRun } });
    const { added, changed, entry } = applied;
    return json({ success: true, added, changed, entry });
  } finally {
    running -= 1;
  }
}, DEADLINE_MS);

/** GET /api/admin/catalogue/import: the catalogue as it is, as a workbook to be changed and imported again. 401. */
export const GET = route(async (request: Request) => {
  const workbook = await exportCatalogue(await requireAdmin(request));
  return new Response(new Uint8Array(workbook), {
    headers: {
      'Content-Type': XLSX_TYPE,
      'Content-Disposition': `attachment; filename="catalogue-${isoDate(new Date())}.xlsx"`,
      'Cache-Control': 'no-store',
    },
  });
}, DEADLINE_MS);
