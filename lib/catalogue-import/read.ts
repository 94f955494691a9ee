import { createHash } from 'node:crypto';
import { MAX_IMPORT_ROWS } from '@/lib/platform/limits';
import { readSheets } from '@/lib/platform/table-file/read';
import { parseTable } from './rules';
import { findSheet } from './sheets';
import type { BadRow, FileProblem, ImportContent, ImportSource, SheetNote } from './schema';

/** A catalogue file, checked row by row; `note` says which sheet was read, and what of it is hidden. */
export type CatalogueFile = ImportContent & { bad: BadRow[]; note: SheetNote; source: ImportSource };

/** The result of reading a file, or the reason why it cannot be read. */
export type ReadCatalogue = ({ ok: true } & CatalogueFile) | { ok: false; problem: FileProblem };

/**
 * Reads a catalogue file and checks its rows. CPU-bound for seconds: servers call it through
 * lib/admin/file-worker/read-in-worker.
 */
export function readCatalogueFile(bytes: Uint8Array<ArrayBuffer>, fileName: string): ReadCatalogue {
  const read = readSheets(bytes);
  if (!read.ok) return read;
  const sheet = findSheet(read.sheets);
  const { rows, merges, hidden, name } = sheet;
  const parsed = parseTable(rows, merges);
  if (!parsed.ok) return parsed;
  if (parsed.rows.length + parsed.bad.length > MAX_IMPORT_ROWS)
    return { ok: false, problem: { code: 'too_many_rows', params: { max: MAX_IMPORT_ROWS } } };
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  const otherSheets = read.sheets.filter((other) => other !== sheet).map((other) => other.name);
  const hiddenRows = rows.filter((row) => row.hidden);
  const note = {
    sheet: name,
    isHidden: hidden,
    otherSheets,
    hiddenRows: hiddenRows.length,
    line: hiddenRows[0]?.line ?? 1,
  };
  return { ...parsed, note, source: { fileName, sha256 } };
}
