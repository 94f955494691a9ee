import * as loaded from 'xlsx';
import type { Cell } from '@/lib/platform/cell';
import { MAX_IMPORT_ROWS, MAX_WORKBOOK_TAGS } from '@/lib/platform/limits';
import { unpack, type Part } from './archive';
import { readStreams } from './compound';
import { readableMarkup } from './html';
import { checkMarkup, checkRepeats, checkSheet } from './markup';
import { MAX_AREA, MAX_CELL_TEXT, MAX_ROWS, Refused, type Merge, type Row, type Sheet } from './schema';

type Container = { FullPaths: string[]; FileIndex: { name: string; type: number; content: Buffer; size: number }[] };
/** What the package has besides its types: readers of a container that is unpacked already. */
type Library = typeof loaded & {
  parse_zip(archive: Container, options: object): loaded.WorkBook;
  parse_xlscfb(workbook: Buffer, options: object): loaded.WorkBook;
};
/** Node offers the exports of a CommonJS package as `default`. */
const XLSX = ((loaded as { default?: unknown }).default ?? loaded) as Library;

/** Sheets as arrays of rows, with number formats, which tell dates from numbers, and with hidden rows. */
const OPTIONS = { dense: true, cellNF: true, cellStyles: true, cellText: false, cellFormula: false, cellHTML: false };

/**
 * Reads a workbook in a zip archive: .xlsx, .xlsb, .ods. The library gets the parts as they were checked, so that it
 * cannot see another archive than the checks.
 */
export function readWorkbook(bytes: Uint8Array, maxUnpackedBytes: number): Sheet[] {
  const parts = unpack(bytes, maxUnpackedBytes);
  let tags = 0;
  for (const { name, bytes: part } of parts.filter(({ name }) => /\.(xml|rels)$/.test(name))) {
    tags += checkMarkup(part);
    if (tags > MAX_WORKBOOK_TAGS) throw new Refused('too_complex');
    const xml = part.toString('latin1');
    if (name === 'content.xml') checkRepeats(xml);
    else checkSheet(xml);
  }
  return sheetsOf(() => XLSX.parse_zip(containerOf(parts.map(withCoveredCells)), { ...OPTIONS }));
}

function containerOf(parts: readonly Part[]): Container {
  const files = parts.map(({ name, bytes }) => ({ name, type: 2, content: bytes, size: bytes.length }));
  const root = { name: 'Root Entry', type: 5, content: Buffer.alloc(0), size: 0 };
  return { FullPaths: ['Root Entry/', ...files.map(({ name }) => `Root Entry/${name}`)], FileIndex: [root, ...files] };
}

const COVERED = /<((?:[\w.-]+:)?covered-table-cell)\s[^<>]*number-columns-repeated\s*=\s*["'](\d+)["'][^<>]*\/>/g;

/** The library counts covered cells of an OpenDocument sheet that are written once for several columns as one. */
function withCoveredCells(part: Part): Part {
  if (part.name !== 'content.xml') return part;
  const xml = part.bytes
    .toString()
    .replace(COVERED, (_, tag: string, times: string) => `<${tag}/>`.repeat(Number(times)));
  return { ...part, bytes: Buffer.from(xml) };
}

const STREAMS = ['Workbook', 'WORKBOOK', 'Book', 'BOOK'];
/** Excel keeps a new workbook with a password in an old container. */
const ENCRYPTED = 'EncryptedPackage';

/** Reads a workbook of Excel 5 to 2003 (.xls). */
export function readOldWorkbook(bytes: Uint8Array): Sheet[] {
  const streams = readStreams(bytes, [...STREAMS, ENCRYPTED]);
  if (streams.some(({ name }) => name === ENCRYPTED)) throw new Refused('password');
  const [book] = streams;
  if (!book) throw new Refused('unreadable');
  return sheetsOf(() => XLSX.parse_xlscfb(book.content, { ...OPTIONS, type: 'buffer' }));
}

/** Reads HTML or XML that a program saved under the name .xls. Values of HTML stay text: '01/04/2026' is no date yet. */
export function readMarkup(text: string): Sheet[] {
  checkRepeats(text);
  const markup = readableMarkup(text);
  return sheetsOf(() => XLSX.read(markup, { ...OPTIONS, type: 'string', raw: true }));
}

function sheetsOf(read: () => loaded.WorkBook): Sheet[] {
  const book = attempt(read);
  const isFrom1904 = book.Workbook?.WBProps?.date1904 === true;
  return book.SheetNames.map((name, index) => {
    const sheet = book.Sheets[name] as loaded.WorkSheet | undefined;
    return {
      name: name.slice(0, MAX_CELL_TEXT),
      hidden: (book.Workbook?.Sheets?.[index]?.Hidden ?? 0) !== 0,
      rows: rowsOf(sheet, isFrom1904),
      merges: (sheet?.['!merges'] ?? []).slice(0, MAX_ROWS).map(mergeOf),
    };
  });
}

/** The library throws errors of many kinds, also for a password. */
function attempt(read: () => loaded.WorkBook): loaded.WorkBook {
  try {
    return read();
  } catch (error) {
    throw new Refused(/password|encrypt/i.test(String(error)) ? 'password' : 'unreadable');
  }
}

function rowsOf(sheet: loaded.WorkSheet | undefined, isFrom1904: boolean): Row[] {
  const rows: Row[] = [];
  let area = 0;
  if (!Array.isArray(sheet)) return rows;
  const hidden = sheet['!rows' as unknown as number] as { hidden?: boolean }[] | undefined;
  const lines = sheet as (loaded.CellObject | undefined)[][];
  // Lists the rows that are there: a row far below leaves a gap of millions.
  for (const index of Object.keys(lines).map(Number)) {
    const row = lines[index];
    if (!row) continue;
    area += row.length;
    if (area > MAX_AREA) throw new Refused('too_wide');
    const cells = Array.from(row, (cell) => valueOf(cell, isFrom1904));
    if (cells.every((cell) => cell === null || (typeof cell === 'string' && cell.trim() === ''))) continue;
    if (rows.length >= MAX_ROWS) throw new Refused('too_many_rows', { max: MAX_IMPORT_ROWS });
    rows.push({ line: index + 1, cells, ...(hidden?.[index]?.hidden && { hidden: true as const }) });
  }
  return rows;
}

/** A formula that failed (#N/A) has no value. */
function valueOf(cell: loaded.CellObject | undefined, isFrom1904: boolean): Cell {
  if (!cell || cell.v === undefined || cell.v === null || cell.t === 'e') return null;
  if (typeof cell.v === 'number') return (isDate(cell) && dateOf(cell.v, isFrom1904)) || cell.v;
  return typeof cell.v === 'boolean' ? cell.v : String(cell.v).slice(0, MAX_CELL_TEXT);
}

const isDate = ({ z }: loaded.CellObject) => typeof z === 'string' && XLSX.SSF.is_date(z);

/** The day of a serial number, YYYY-MM-DD; null for a time of day. */
function dateOf(serial: number, date1904: boolean): string | null {
  const day = XLSX.SSF.parse_date_code(serial, { date1904 }) as { y: number; m: number; d: number } | null;
  if (!day || serial < 1) return null;
  const [year, ...rest] = [day.y, day.m, day.d].map((part, index) => String(part).padStart(index === 0 ? 4 : 2, '0'));
  return [year, ...rest].join('-');
}

const mergeOf = ({ s, e }: loaded.Range): Merge => ({
  firstLine: s.r + 1,
  lastLine: e.r + 1,
  firstColumn: s.c,
  lastColumn: e.c,
});
