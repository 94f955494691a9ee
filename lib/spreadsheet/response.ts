import 'server-only';
import { addAbortSignal, finished, Readable } from 'node:stream';
import type { AdminScope } from '@/lib/admin/accounts/session';
import { recordAction } from '@/lib/admin/audit-log/mutations';
import { HttpError } from '@/lib/core/errors';
import { formatCount } from '@/lib/core/format-count';
import { DOWNLOAD_MS, MAX_DOWNLOADS_AT_ONCE } from '@/lib/core/limits';
import { describeError, log } from '@/lib/core/log';
import { createSemaphore } from '@/lib/core/semaphore';
import { isoDate } from '@/lib/document/rules';
import { MAX_ROWS, spreadsheetName } from './rules';
import { XLSX_TYPE, type DownloadKind } from './schema';
import { SHEETS, type Sheet } from './sheets';
import { begin, writeWorkbook } from './workbook';

const BUSY_SECONDS = 10;
const takePlace = createSemaphore(MAX_DOWNLOADS_AT_ONCE);

/**
 * Answers with every record that matches the request's filter, newest first, as a spreadsheet that is written while it is sent
 * (R-API-29, R-API-30). Throws HttpError 400 for a wrong filter or more rows than a sheet has, 503 'download.busy' while two
 * others are being written. The audit log has its entry before the first byte. What fails later cuts the connection off, so
 * that half a file never looks whole.
 */
export function downloadResponse(scope: AdminScope, kind: DownloadKind, request: Request): Promise<Response> {
  // Each branch by itself: the compiler cannot join the two kinds of filter and record.
  return kind === 'users' ? answer(scope, kind, SHEETS.users, request) : answer(scope, kind, SHEETS.billings, request);
}

async function answer<F extends Record<string, string | undefined>, R>(
  scope: AdminScope,
  kind: DownloadKind,
  sheet: Sheet<F, R>,
  request: Request,
): Promise<Response> {
  const { filter, problems } = sheet.parse(new URL(request.url).searchParams);
  if (problems[0]) throw new HttpError(400, 'request.invalid_field', { params: { field: problems[0] } });
  const free = takePlace();
  if (!free) throw new HttpError(503, 'download.busy', { retryAfterSeconds: BUSY_SECONDS });
  const batches = sheet.batches(scope, filter);
  try {
    const rows = await sheet.count(scope, filter);
    if (rows > MAX_ROWS) throw new HttpError(400, 'download.too_many', { params: { max: formatCount(MAX_ROWS) } });
    const records = await begin(batches);
    await recordAction(scope, { action: sheet.action, after: { ...narrowed(filter), rows } });
    request.signal.throwIfAborted();
    const file = writeWorkbook(sheet.name, sheet.columns, records);
    addAbortSignal(AbortSignal.any([request.signal, AbortSignal.timeout(DOWNLOAD_MS)]), file);
    finished(file, (error) => {
      free();
      if (error && !isReaderGone(error)) log.warn('download_cut_off', describeError(error));
    });
    return new Response(Readable.toWeb(file) as ReadableStream<Uint8Array>, {
      headers: {
        'Content-Type': XLSX_TYPE,
        'Content-Disposition': `attachment; filename="${spreadsheetName(kind, isoDate(new Date()))}"`,
        'Cache-Control': 'no-store',
      },
    });
  } catch (error) {
    free();
    await batches.return(undefined);
    throw error;
  }
}

/** Nobody's fault: whoever asked closed the connection. The time limit ends a stream in the same way, but is worth a line. */
function isReaderGone({ code, cause }: NodeJS.ErrnoException): boolean {
  const isLate = cause instanceof Error && cause.name === 'TimeoutError';
  return !isLate && (code === 'ABORT_ERR' || code === 'ERR_STREAM_PREMATURE_CLOSE');
}

/** What of a filter says which records these are; the order is always the same. */
function narrowed(filter: Record<string, string | undefined>): Record<string, string> {
  const { sort: _sort, dir: _dir, ...rest } = filter;
  return Object.fromEntries(Object.entries(rest).filter((entry): entry is [string, string] => entry[1] !== undefined));
}
