import 'server-only';
import { addAbortSignal, finished } from 'node:stream';
import type { AdminScope } from '@/lib/accounts/administrators/session';
import { recordAction } from '@/lib/accounts/audit-log/mutations';
import { HttpError } from '@/lib/platform/errors';
import { formatCount } from '@/lib/platform/format-count';
import { DOWNLOAD_MS, MAX_DOWNLOADS_AT_ONCE } from '@/lib/platform/limits';
import { describeError, log } from '@/lib/platform/log';
import { createSemaphore } from '@/lib/platform/semaphore';
import { isoDate } from '@/lib/platform/dates';
import { MAX_ROWS, spreadsheetName } from '@/lib/platform/spreadsheet/rules';
import type { DownloadKind } from '@/lib/platform/spreadsheet/schema';
import { sheetResponse } from '@/lib/platform/spreadsheet/response';
import { begin, writeWorkbook } from '@/lib/platform/spreadsheet/workbook';
import { SHEETS, type Sheet } from './sheets';

const BUSY_SECONDS = 10;
const acquireSlot = createSemaphore(MAX_DOWNLOADS_AT_ONCE);

/**
 * Returns the records that match the filter of the request, newest first, as a spreadsheet that is streamed while it is
 * written. Throws HttpError 400 for an invalid filter or too many rows, 503 'download.busy' while two others are being
 * written. The audit log entry is written before the first byte. A later failure aborts the connection, so that an
 * incomplete file is not mistaken for a complete one.
 */
export function downloadResponse(scope: AdminScope, kind: DownloadKind, request: Request): Promise<Response> {
  // Separate branches, because the compiler cannot correlate the types of filter and record.
  if (kind === 'users') return answer(scope, kind, SHEETS.users, request);
  if (kind === 'payments') return answer(scope, kind, SHEETS.payments, request);
  if (kind === 'waiting') return answer(scope, kind, SHEETS.waiting, request);
  return kind === 'lines' ? answer(scope, kind, SHEETS.lines, request) : answer(scope, kind, SHEETS.billings, request);
}

async function answer<F extends Record<string, string | undefined>, R>(
  scope: AdminScope,
  kind: DownloadKind,
  sheet: Sheet<F, R>,
  request: Request,
): Promise<Response> {
  const { filter, problems } = sheet.parse(new URL(request.url).searchParams);
  if (problems[0]) throw new HttpError('request.invalid_field', { params: { field: problems[0] } });
  const releaseSlot = acquireSlot();
  if (!releaseSlot) throw new HttpError('download.busy', { retryAfterSeconds: BUSY_SECONDS });
  const batches = sheet.batches(scope, filter);
  try {
    const rows = await sheet.count(scope, filter);
    if (rows > MAX_ROWS) throw new HttpError('download.too_many', { params: { max: formatCount(MAX_ROWS) } });
    const records = await begin(batches);
    await recordAction(scope, { action: sheet.action, after: { ...withoutSort(filter), rows } });
    request.signal.throwIfAborted();
    const file = writeWorkbook(sheet.name, sheet.columns, records);
    // Not AbortSignal.any: Node.js collects a signal of other signals, and nothing would end the file.
    addAbortSignal(request.signal, addAbortSignal(AbortSignal.timeout(DOWNLOAD_MS), file));
    finished(file, (error) => {
      releaseSlot();
      // Named here, the request lives as long as the file: once it is collected, its signal says nothing any more.
      const isReaderGone = request.signal.aborted || error?.code === 'ERR_STREAM_PREMATURE_CLOSE';
      if (error && !isReaderGone) log.warn('download_cut_off', describeError(error));
    });
    return sheetResponse(file, spreadsheetName(kind, isoDate(new Date())));
  } catch (error) {
    releaseSlot();
    await batches.return(undefined);
    throw error;
  }
}

/** Returns the filter without the sort parameters, which do not change the set of records. */
function withoutSort(filter: Record<string, string | undefined>): Record<string, string> {
  const { sort: _sort, dir: _dir, ...rest } = filter;
  return Object.fromEntries(Object.entries(rest).filter((entry): entry is [string, string] => entry[1] !== undefined));
}
