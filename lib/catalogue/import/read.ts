import { CsvError, parse } from 'csv-parse/sync';
import readWorkbook from 'read-excel-file/universal';
import { MAX_FILE_BYTES, MAX_ROWS, type Cell, type FileProblem, type Table } from './schema';

/** A file's table, and the names of the workbook's sheets that were not read: only the first one is. */
export type ReadFile = { ok: true; table: Table; otherSheets: string[] } | { ok: false; problem: FileProblem };

const TEXT_NAME = /\.(csv|tsv|txt)$/i;
const WORKBOOK_NAME = /\.xlsx$/i;

/**
 * Reads a catalogue file: CSV with commas, semicolons or tabs (UTF-8, or UTF-16 with a byte order mark), or an XLSX workbook.
 * What the content is must agree with what the name says.
 */
export async function readTable(bytes: Uint8Array<ArrayBuffer>, fileName: string): Promise<ReadFile> {
  const isWorkbook = WORKBOOK_NAME.test(fileName);
  if (!isWorkbook && !TEXT_NAME.test(fileName)) return refuse('kind_unknown');
  if (bytes.length === 0) return refuse('empty');
  if (bytes.length > MAX_FILE_BYTES) return refuse('too_large', { megabytes: MAX_FILE_BYTES / 1024 / 1024 });
  if (startsWith(bytes, [0xd0, 0xcf, 0x11, 0xe0])) return refuse('old_excel');
  const named = isWorkbook ? 'XLSX' : 'CSV';
  const isZip = startsWith(bytes, [0x50, 0x4b, 0x03, 0x04]);
  if (isZip !== isWorkbook || startsWith(bytes, [0x25, 0x50, 0x44, 0x46])) return refuse('not_what_it_says', { named });

  const read = isWorkbook ? await readSheets(bytes) : readText(bytes);
  if (!read.ok) return read;
  const table = read.table.filter(({ cells }) => cells.some((cell) => cell !== null && String(cell).trim() !== ''));
  if (table.length === 0) return refuse('empty');
  if (table.length > MAX_ROWS + 1) return refuse('too_many_rows', { max: MAX_ROWS });
  return { ...read, table };
}

function refuse(code: FileProblem['code'], params?: FileProblem['params']): { ok: false; problem: FileProblem } {
  return { ok: false, problem: params ? { code, params } : { code } };
}

function startsWith(bytes: Uint8Array, start: readonly number[]): boolean {
  return start.every((byte, place) => bytes[place] === byte);
}

async function readSheets(bytes: Uint8Array<ArrayBuffer>): Promise<ReadFile> {
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

/** A date has no place in a catalogue; as text it is refused where a number belongs. */
function workbookCell(value: unknown): Cell {
  if (value instanceof Date) return value.toISOString().slice(0, 10);
  return typeof value === 'number' || typeof value === 'boolean' ? value : value === null ? null : String(value);
}

function readText(bytes: Uint8Array): ReadFile {
  const decoded = decode(bytes);
  if (decoded === null) return refuse('encoding');
  if (/^\s*<(!doctype|html|table|\?xml)/i.test(decoded)) return refuse('not_what_it_says', { named: 'CSV' });
  // One kind of line end, because csv-parse counts CRLF inside quotes twice.
  const text = decoded.replace(/\r\n?/g, '\n');
  try {
    const records: unknown = parse(text, {
      delimiter: delimiterOf(text),
      info: true,
      relax_column_count: true,
      skip_empty_lines: true,
    });
    const table = (records as { record: string[]; info: { lines: number } }[]).map(({ record, info }) => ({
      // `lines` counts to the end of the record: a value with line breaks started that many lines earlier.
      line: info.lines - record.reduce((breaks, value) => breaks + value.split('\n').length - 1, 0),
      cells: record,
    }));
    return { ok: true, table, otherSheets: [] };
  } catch (error) {
    if (error instanceof CsvError) return refuse('quotes', { line: Number((error as { lines?: unknown }).lines ?? 1) });
    throw error;
  }
}

/** The text of a file by its byte order mark, else as UTF-8; null when it is neither. */
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

/** The separator that the first row with content uses most, outside of quotation marks. */
function delimiterOf(text: string): string {
  const header = (/^\s*([^\n]*)/.exec(text)?.[1] ?? '').replace(/"[^"]*"/g, '');
  const count = (separator: string) => header.split(separator).length;
  return ['\t', ';'].reduce((best, separator) => (count(separator) > count(best) ? separator : best), ',');
}
