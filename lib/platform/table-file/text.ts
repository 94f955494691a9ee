import { CsvError, parse } from 'csv-parse/sync';
import { MAX_IMPORT_ROWS } from '@/lib/platform/limits';
import { MAX_AREA, MAX_CELL_TEXT, MAX_ROWS, Refused, type Row, type Sheet } from './schema';

const MAX_COLUMNS = 1000;
const MAX_LINES = 1_048_576;
/**
 * Maximum characters of a line, and of a record with the line breaks inside its quotation marks. Rows of real files have
 * some thousand at most, and the time of the patterns below and of the library grows with the square of a line.
 */
const MAX_LINE = 16 * 1024;
const MAX_RECORD = 64 * 1024;
const SEPARATORS = [',', '\t', ';', '|'];
/** Lines that are looked at to find the separator. */
const SAMPLE_LINES = 500;

/** Reads a text with commas, semicolons, tabs or bars as one sheet. */
export function readText(decoded: string): Sheet[] {
  // Normalizes line endings, because csv-parse counts CRLF inside quotes twice.
  const lines = decoded.replace(/\r\n?/g, '\n');
  // Excel's own line that names the separator; it stays as an empty line, so that the lines keep their numbers.
  if (hasLongLine(lines)) throw new Refused('too_complex');
  const named = /^\s*"?sep=(.)"?[^\n]*/i.exec(lines);
  const text = named ? lines.slice(named[0].length) : lines;
  const delimiter = named?.[1] ?? separatorOf(text);
  if (isTooWide(text, delimiter)) throw new Refused('too_wide');
  return [{ name: '', hidden: false, rows: parseRows(text, delimiter), merges: [] }];
}

function parseRows(text: string, delimiter: string): Row[] {
  const rows: Row[] = [];
  let area = 0;
  try {
    parse(withoutSigns(text, delimiter), {
      delimiter,
      relax_column_count: true,
      // Accepts quotation marks inside a value that has none around it: Govt. "ITI" Rewa.
      relax_quotes: true,
      skip_empty_lines: true,
      max_record_size: MAX_RECORD,
      // Filtered while parsing, so that empty rows, which Excel writes by the thousand below a table, take no memory.
      on_record: (record, { lines }) => {
        if (record.every((value) => value.trim() === '')) return null;
        area += record.length;
        if (rows.length >= MAX_ROWS || area > MAX_AREA) throw new Refused('too_many_rows', { max: MAX_IMPORT_ROWS });
        // `lines` counts to the end of the record: a record with line breaks started that many lines earlier.
        const line = lines - record.reduce((breaks, value) => breaks + value.split('\n').length - 1, 0);
        rows.push({ line, cells: record.map((value) => unwrapped(value).slice(0, MAX_CELL_TEXT)) });
        return null;
      },
    });
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    if (error.code === 'CSV_MAX_RECORD_SIZE') throw new Refused('too_complex');
    throw new Refused('quotes', { line: Number((error as { lines?: unknown }).lines ?? 1) });
  }
  return rows;
}

/**
 * Drops the sign of ="3,74,000", as programs write a text that Excel shall not take for a number: with it, the quotation
 * marks are not the first of the value, and the commas inside would separate values.
 */
function withoutSigns(text: string, delimiter: string): string {
  const separator = delimiter.replace(/[|\\^$.*+?()[\]{}]/g, '\\$&');
  return text.replace(new RegExp(`(?<=^|${separator}) *=(?="(?:[^"\\n]|"")*" *(?:${separator}|$))`, 'gm'), '');
}

/** The same inside quotation marks: "=""000123""" is '000123'. */
function unwrapped(value: string): string {
  const [, text] = /^\s*="(.*)"\s*$/s.exec(value) ?? [];
  return text === undefined ? value : text.replaceAll('""', '"');
}

/**
 * True if a text has more lines than Excel allows, or more columns in a line than any table: parsing millions of empty
 * values takes a minute.
 */
function isTooWide(text: string, delimiter: string): boolean {
  let [separators, lines] = [0, 0];
  for (const sign of text) {
    if (sign === '\n') [separators, lines] = [0, lines + 1];
    else if (sign === delimiter) separators += 1;
    if (separators >= MAX_COLUMNS || lines > MAX_LINES) return true;
  }
  return false;
}

function hasLongLine(text: string): boolean {
  for (let start = 0; start < text.length;) {
    const end = text.indexOf('\n', start);
    if ((end < 0 ? text.length : end) - start > MAX_LINE) return true;
    if (end < 0) return false;
    start = end + 1;
  }
  return false;
}

/**
 * Returns the separator that divides most lines into the same number of columns: that of the table, which a letterhead
 * above it may not have. Separators in quotation marks do not count.
 */
function separatorOf(text: string): string {
  const lines = text
    .split('\n', SAMPLE_LINES)
    .filter((line) => line.trim() !== '')
    .map((line) => line.replace(/"[^"]*"/g, ''));
  const weights = SEPARATORS.map((separator) => weight(lines.map((line) => line.split(separator).length)));
  return SEPARATORS[weights.indexOf(Math.max(...weights))]!;
}

/** The number of equal lines counts twice, so that commas inside amounts do not win against the columns themselves. */
function weight(columns: readonly number[]): number {
  const lines = new Map<number, number>();
  for (const count of columns) lines.set(count, (lines.get(count) ?? 0) + 1);
  return Math.max(0, ...[...lines].map(([count, times]) => times * times * (count - 1)));
}
