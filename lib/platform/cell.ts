import { latinDigits } from './digits';
import { withoutInvisible } from './invisible-characters';
import { normalized } from './unicode';

/** The value of a cell of a table. */
export type Cell = string | number | boolean | null;

/** Returns a cell as text: NFKC, trimmed, every run of whitespace replaced by one space. */
export function cellText(cell: Cell): string {
  return withoutInvisible(normalized(String(cell ?? ''), 'NFKC'))
    .replace(/\s+/g, ' ')
    .trim();
}

/** Returns the words of a text that somebody typed. */
export const wordsOf = (text: string | undefined): string[] =>
  cellText(text ?? '')
    .split(' ')
    .filter(Boolean);

/** True for a text that stands for no value: nothing, a dash, 'N/A'. */
export const isBlank = (text: string): boolean => /^([-‐-―−]*|n\/?a)$/i.test(text);

/** Longer texts are no numbers and no days. Bounds the work on a text that a stranger sends. */
const MAX_VALUE_LENGTH = 500;

/**
 * Returns a cell that may be a number or a day as text: as cellText, with ASCII digits, plain minus signs and in lower
 * case, without the apostrophe by which spreadsheets mark texts. A number has at most six decimals, since a binary
 * fraction such as 12500.299999999999 stands for 12500.3.
 * @returns an empty text for what can be neither, such as true or '5²'
 */
export function valueText(cell: Cell): string {
  if (typeof cell === 'number') return Number.isFinite(cell) ? String(Number(cell.toFixed(6))) : '';
  if (typeof cell !== 'string' || cell.length > MAX_VALUE_LENGTH || /\p{No}/u.test(cell)) return '';
  return latinDigits(cellText(cell))
    .replace(/^['’‘`]/, '')
    .replace(/[‐-―−]/g, '-')
    .toLowerCase()
    .trim();
}
