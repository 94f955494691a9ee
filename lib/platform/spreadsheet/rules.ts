import { formatINR } from '@/lib/platform/money';
import type { Cell, CellType, DownloadKind } from './schema';

/** Limits of Excel: characters of a cell (UTF-16), and rows of a sheet without the header. */
export const MAX_CELL_LENGTH = 32_767;
export const MAX_ROWS = 1_048_575;

/** Column widths in characters. */
const MAX_WIDTH = 60;
const FILTER_BUTTON_WIDTH = 4;
const PADDING = 1;

const DAY_MS = 24 * 60 * 60 * 1000;
const INDIA_AHEAD_MS = 5.5 * 60 * 60 * 1000;
/** Days from day 0 of the Excel calendar to 1970-01-01. */
const EPOCH_DAY = 25_569;

/** Returns the file name. @param date YYYY-MM-DD */
export function spreadsheetName(kind: DownloadKind, date: string): string {
  return `${kind}-data-${date}.xlsx`;
}

/** Formats a size in bytes as kilobytes or tenths of a megabyte, e.g. '640 kB', '3.2 MB'. */
export function fileSize(bytes: number): string {
  return bytes < 1_000_000 ? `${Math.ceil(bytes / 1000)} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`;
}

/** Returns text that fits into a cell: lone surrogates and NUL become U+FFFD, and longer text is cut with '…'. */
export function cellText(text: string): string {
  const whole = text.replace(/[\0\p{Surrogate}]/gu, '\uFFFD');
  if (whole.length <= MAX_CELL_LENGTH) return whole;
  return `${whole.slice(0, MAX_CELL_LENGTH - 1).replace(/[\uD800-\uDBFF]$/, '')}…`;
}

/**
 * Joins a list with '; ' up to the maximum length of a cell.
 * @param more returns the text for the number of omitted items, e.g. '… and 12 more'
 */
export function joinInCell(items: readonly string[], more: (left: number) => string): string {
  const all = items.join('; ');
  if (all.length <= MAX_CELL_LENGTH) return all;
  let [text, taken] = ['', 0];
  for (const item of items) {
    const next = `${text}${item}; `;
    if (next.length + more(items.length - taken - 1).length > MAX_CELL_LENGTH) break;
    [text, taken] = [next, taken + 1];
  }
  return text + more(items.length - taken);
}

/** Returns a date as an Excel serial number: days since the end of 1899, in Indian time. */
export function indiaSerial(moment: Date): number {
  return EPOCH_DAY + (moment.getTime() + INDIA_AHEAD_MS) / DAY_MS;
}

/** Returns the letters of a column, from 1: A, B, … Z, AA. */
export function columnLetters(number: number): string {
  const rest = Math.floor((number - 1) / 26);
  return (rest > 0 ? columnLetters(rest) : '') + String.fromCharCode(65 + ((number - 1) % 26));
}

/** Returns the width of a column for its header and cells, in characters. */
export function columnWidth(header: string, type: CellType, cells: readonly Cell[]): number {
  const lengths = cells.map((cell) => shownLength(type, cell) + PADDING);
  const widest = lengths.reduce((most, length) => Math.max(most, length), header.length + FILTER_BUTTON_WIDTH);
  return Math.min(MAX_WIDTH, widest);
}

function shownLength(type: CellType, cell: Cell): number {
  if (cell === null) return 0;
  if (type === 'day') return 'dd mmm yyyy'.length;
  if (type === 'moment') return 'dd mmm yyyy hh:mm'.length;
  if (type === 'rupees' && typeof cell === 'number') return formatINR(Math.round(cell * 100)).length;
  return String(cell).length;
}
