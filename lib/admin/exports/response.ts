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
import { writeSheets, type OpenSheet } from '@/lib/platform/spreadsheet/workbook';
import { WORKBOOKS } from './sheets';

const BUSY_SECONDS = 10;
const acquireSlot = createSemaphore(MAX_DOWNLOADS_AT_ONCE);

/**
 * Returns the records that match the filter of the request, newest first, with the columns that it chooses or all, as a spreadsheet that is streamed while it is
 * written. Throws HttpError 400 for an invalid filter or too many rows, 503 'download.busy' while two others are being
 * written. The audit log entry is written before the first byte. A later failure aborts the connection, so that an
 * incomplete file is not mistaken for a complete one.
 */
export async function downloadResponse(scope: AdminScope, kind: DownloadKind, request: Request): Promise<Response> {
  const { action, ask } = WORKBOOKS[kind];
  const { filter, problems, sheets } = ask(scope, new URL(request.url).searchParams);
  if (problems[0]) throw new HttpError('request.invalid_field', { params: { field: problems[0] } });
  const releaseSlot = acquireSlot();
  if (!releaseSlot) throw new HttpError('download.busy', { retryAfterSeconds: BUSY_SECONDS });
  try {
    const rows: number[] = [];
    for (const { count } of sheets) rows.push(await count());
    if (Math.max(...rows) > MAX_ROWS)
      throw new HttpError('download.too_many', { params: { max: formatCount(MAX_ROWS) } });
    const opened: OpenSheet[] = [];
    for (const { open } of sheets) opened.push(await open());
    await recordAction(scope, { action, after: { ...withoutSort(filter), rows: rows[0]! } });
    request.signal.throwIfAborted();
    const file = writeSheets(opened);
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
    throw error;
  }
}

/** Returns the filter without the sort parameters, which do not change the set of records. */
function withoutSort(filter: Readonly<Record<string, string | undefined>>): Record<string, string> {
  const { sort: _sort, dir: _dir, ...rest } = filter;
  return Object.fromEntries(Object.entries(rest).filter((entry): entry is [string, string] => entry[1] !== undefined));
}
