import { formatINR } from '@/lib/core/money';
import type { Cell, CellType, DownloadKind } from './schema';

/** Excel's limits: characters of a cell (UTF-16), and rows of a sheet without the header. */
export const MAX_CELL_LENGTH = 32_767;
export const MAX_ROWS = 1_048_575;

/** Widths of columns in characters. */
const WIDEST = 60;
const ROOM_OF_FILTER_BUTTON = 4;
const PADDING = 1;

const DAY_MS = 24 * 60 * 60 * 1000;
const INDIA_AHEAD_MS = 5.5 * 60 * 60 * 1000;
/** Day 0 of Excel's calendar as the days before 1970. */
const EPOCH_DAY = 25_569;

/** The name of the file (R-ADMIN-14, A-72). @param date YYYY-MM-DD */
export function spreadsheetName(kind: DownloadKind, date: string): string {
  return `${kind}-data-${date}.xlsx`;
}

/** A size in whole kilobytes or tenths of a megabyte, e.g. '640 kB', '3.2 MB'. @param bytes how many */
export function fileSize(bytes: number): string {
  return bytes < 1_000_000 ? `${Math.ceil(bytes / 1000)} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`;
}

/** Text as a cell can hold it: halves of surrogate pairs and NUL become U+FFFD, and what is longer than a cell ends in '…'. */
export function cellText(text: string): string {
  const whole = text.replace(/[\0\p{Surrogate}]/gu, '\uFFFD');
  if (whole.length <= MAX_CELL_LENGTH) return whole;
  return `${whole.slice(0, MAX_CELL_LENGTH - 1).replace(/[\uD800-\uDBFF]$/, '')}…`;
}

/**
 * Joins a list by '; ' as far as a cell can hold it.
 * @param more the words in place of what does not fit, e.g. '… and 12 more'
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

/** A moment as Excel counts: days since the end of 1899, here in the time of India. */
export function indiaSerial(moment: Date): number {
  return EPOCH_DAY + (moment.getTime() + INDIA_AHEAD_MS) / DAY_MS;
}

/** The letters of a column, from 1: A, B, … Z, AA. */
export function columnLetters(number: number): string {
  const rest = Math.floor((number - 1) / 26);
  return (rest > 0 ? columnLetters(rest) : '') + String.fromCharCode(65 + ((number - 1) % 26));
}

/** How wide a column must be for its header and these cells, in characters. */
export function columnWidth(header: string, type: CellType, cells: readonly Cell[]): number {
  const lengths = cells.map((cell) => shownLength(type, cell) + PADDING);
  const widest = lengths.reduce((most, length) => Math.max(most, length), header.length + ROOM_OF_FILTER_BUTTON);
  return Math.min(WIDEST, widest);
}

function shownLength(type: CellType, cell: Cell): number {
  if (cell === null) return 0;
  if (type === 'moment') return 'dd mmm yyyy hh:mm'.length;
  if (type === 'rupees' && typeof cell === 'number') return formatINR(Math.round(cell * 100)).length;
  return String(cell).length;
}
