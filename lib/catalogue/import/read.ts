import { createHash } from 'node:crypto';
import { CsvError, parse } from 'csv-parse/sync';
import readWorkbook from 'read-excel-file/universal';
import type { Cell } from '@/lib/core/cell';
import { MAX_IMPORT_BYTES, MAX_IMPORT_ROWS } from '@/lib/core/limits';
import { parseTable } from './rules';
import type { BadRow, FileProblem, ImportContent, ImportSource, Table } from './schema';
import { workbookProblem } from './workbook';

/** The table of a file, and the names of the workbook's ignored sheets: only the first one is read. */
export type ReadFile = { ok: true; table: Table; otherSheets: string[] } | { ok: false; problem: FileProblem };

const TEXT_NAME = /\.(csv|tsv|txt)$/i;
const WORKBOOK_NAME = /\.xlsx$/i;

/**
 * Maximum length of a cell in UTF-16 units, longer than any valid value; a workbook may repeat a shared string of
 * megabytes in every cell.
 */
const MAX_CELL_TEXT = 1000;
const MAX_CSV_COLUMNS = 1000;
const MAX_LINES = 1_048_576;

/** A catalogue file, checked row by row. */
export type CatalogueFile = ImportContent & { bad: BadRow[]; otherSheets: string[]; source: ImportSource };

/** The result of reading a file, or the reason why it cannot be read. */
export type ReadCatalogue = ({ ok: true } & CatalogueFile) | { ok: false; problem: FileProblem };

/** Reads a catalogue file and checks its rows. CPU-bound for seconds: servers call it through ./read-in-worker. */
export async function readCatalogueFile(bytes: Uint8Array<ArrayBuffer>, fileName: string): Promise<ReadCatalogue> {
  const read = await readTable(bytes, fileName);
  if (!read.ok) return read;
  const parsed = parseTable(read.table);
  if (!parsed.ok) return parsed;
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  return { ...parsed, otherSheets: read.otherSheets, source: { fileName, sha256 } };
}

/**
 * Reads a catalogue file: CSV with commas, semicolons or tabs (UTF-8, or UTF-16 with a byte order mark), or an XLSX
 * workbook. The content must match the file name's extension.
 */
export async function readTable(bytes: Uint8Array<ArrayBuffer>, fileName: string): Promise<ReadFile> {
  const isWorkbook = WORKBOOK_NAME.test(fileName);
  if (!isWorkbook && !TEXT_NAME.test(fileName)) return refuse('kind_unknown');
  if (bytes.length === 0) return refuse('empty');
  if (bytes.length > MAX_IMPORT_BYTES) return refuse('too_large', { megabytes: MAX_IMPORT_BYTES / 1024 / 1024 });
  if (startsWith(bytes, [0xd0, 0xcf, 0x11, 0xe0])) return refuse('old_excel');
  const named = isWorkbook ? 'XLSX' : 'CSV';
  const isZip = startsWith(bytes, [0x50, 0x4b, 0x03, 0x04]);
  if (isZip !== isWorkbook || startsWith(bytes, [0x25, 0x50, 0x44, 0x46])) return refuse('not_what_it_says', { named });

  const read = isWorkbook ? await readSheets(bytes) : readText(bytes);
  if (!read.ok) return read;
  const table = read.table.filter(({ cells }) => cells.some((cell) => cell !== null && String(cell).trim() !== ''));
  if (table.length === 0) return refuse('empty');
  if (table.length > MAX_IMPORT_ROWS + 1) return refuse('too_many_rows', { max: MAX_IMPORT_ROWS });
  return { ...read, table };
}

function refuse(code: FileProblem['code'], params?: FileProblem['params']): { ok: false; problem: FileProblem } {
  return { ok: false, problem: params ? { code, params } : { code } };
}

function startsWith(bytes: Uint8Array, start: readonly number[]): boolean {
  return start.every((byte, place) => bytes[place] === byte);
}

async function readSheets(bytes: Uint8Array<ArrayBuffer>): Promise<ReadFile> {
  const problem = workbookProblem(bytes);
  if (problem) return { ok: false, problem };
  let sheets: Awaited<ReturnType<typeof readWorkbook>>;
  try {
    sheets = await readWorkbook(new Blob([bytes]));
  } catch {
    return refuse('unreadable');
  }
  const [first, ...others] = sheets;
  const table = (first?.data ?? []).map((cells, index) => ({ line: index + 1, cells: cells.map(workbookCell) }));
  return { ok: true, table, otherSheets: others.map(({ sheet }) => sheet) };
}

/** No column has dates; as text, a date is rejected where a number is required. */
function workbookCell(value: unknown): Cell {
  if (value instanceof Date) return value.toISOString().slice(0, 10);
  return typeof value === 'number' || typeof value === 'boolean'
    ? value
    : value === null
      ? null
      : String(value).slice(0, MAX_CELL_TEXT);
}

class TooManyRows extends Error {}

function readText(bytes: Uint8Array): ReadFile {
  const decoded = decode(bytes);
  if (decoded === null) return refuse('encoding');
  if (/^\s*<(!doctype|html|table|\?xml)/i.test(decoded)) return refuse('not_what_it_says', { named: 'CSV' });
  // Normalizes line endings, because csv-parse counts CRLF inside quotes twice.
  const text = decoded.replace(/\r\n?/g, '\n');
  const delimiter = delimiterOf(text);
  if (isTooWide(text, delimiter)) return refuse('too_wide');
  const table: Table = [];
  try {
    parse(text, {
      delimiter,
      relax_column_count: true,
      skip_empty_lines: true,
      // Filtered while parsing, so that empty rows, which Excel writes by the thousand below a table, take no memory.
      on_record: (record, { lines }) => {
        if (record.every((value) => value.trim() === '')) return null;
        if (table.length > MAX_IMPORT_ROWS) throw new TooManyRows();
        // `lines` counts to the end of the record: a record with line breaks started that many lines earlier.
        const line = lines - record.reduce((breaks, value) => breaks + value.split('\n').length - 1, 0);
        table.push({ line, cells: record.map((value) => value.slice(0, MAX_CELL_TEXT)) });
        return null;
      },
    });
    return { ok: true, table, otherSheets: [] };
  } catch (error) {
    if (error instanceof TooManyRows) return refuse('too_many_rows', { max: MAX_IMPORT_ROWS });
    if (error instanceof CsvError) return refuse('quotes', { line: Number((error as { lines?: unknown }).lines ?? 1) });
    throw error;
  }
}

/** Decodes a file by its byte order mark, else as UTF-8; null if invalid. */
function decode(bytes: Uint8Array): string | null {
  const encoding = startsWith(bytes, [0xff, 0xfe])
    ? 'utf-16le'
    : startsWith(bytes, [0xfe, 0xff])
      ? 'utf-16be'
      : 'utf-8';
  try {
    const text = new TextDecoder(encoding, { fatal: true }).decode(bytes);
    return text.includes('\0') ? null : text;
  } catch {
    return null;
  }
}

/**
 * True if a text has more lines than Excel allows, or more columns in a line than any catalogue: parsing millions of
 * empty values takes a minute.
 */
function isTooWide(text: string, delimiter: string): boolean {
  let [separators, lines] = [0, 0];
  for (const [mark] of text.matchAll(new RegExp(`[${delimiter}\n]`, 'g'))) {
    if (mark === '\n') [separators, lines] = [0, lines + 1];
    else separators += 1;
    if (separators >= MAX_CSV_COLUMNS || lines > MAX_LINES) return true;
  }
  return false;
}

/** Returns the most frequent separator of the first non-empty row, outside quotation marks. */
function delimiterOf(text: string): string {
  const header = (/^\s*([^\n]*)/.exec(text)?.[1] ?? '').replace(/"[^"]*"/g, '');
  const count = (separator: string) => header.split(separator).length;
  return ['\t', ';'].reduce((best, separator) => (count(separator) > count(best) ? separator : best), ',');
}
