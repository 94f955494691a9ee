import { createHash } from 'node:crypto';
import { MAX_IMPORT_ROWS } from '@/lib/core/limits';
import { readSheets } from '@/lib/table-file/read';
import { parseTable } from './rules';
import type { BadRow, FileProblem, ImportContent, ImportSource } from './schema';

/** A catalogue file, checked row by row, and the names of the workbook's ignored sheets: only the first one is read. */
export type CatalogueFile = ImportContent & { bad: BadRow[]; otherSheets: string[]; source: ImportSource };

/** The result of reading a file, or the reason why it cannot be read. */
export type ReadCatalogue = ({ ok: true } & CatalogueFile) | { ok: false; problem: FileProblem };

/**
 * Reads a catalogue file and checks its rows. CPU-bound for seconds: servers call it through
 * lib/file-worker/read-in-worker.
 */
export function readCatalogueFile(bytes: Uint8Array<ArrayBuffer>, fileName: string): ReadCatalogue {
  const read = readSheets(bytes);
  if (!read.ok) return read;
  const [first, ...others] = read.sheets;
  const table = first!.rows;
  if (table.length === 0) return { ok: false, problem: { code: 'empty' } };
  if (table.length > MAX_IMPORT_ROWS + 1)
    return { ok: false, problem: { code: 'too_many_rows', params: { max: MAX_IMPORT_ROWS } } };
  const parsed = parseTable(table);
  if (!parsed.ok) return parsed;
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  return { ...parsed, otherSheets: others.map(({ name }) => name), source: { fileName, sha256 } };
}
