import { valueText, type Cell } from './cell';

/** The mark before the decimals of a number. */
export type DecimalMark = '.' | ',';

/** A number as written: its digits before and after the decimal mark. */
export type Digits = { whole: string; fraction: string };

const SEPARATORS: Record<DecimalMark, readonly string[]> = {
  '.': [',', ' ', "'", '’', '٬'],
  ',': ['.', ' ', "'", '’'],
};

/**
 * Splits digits into whole and fraction. Groups are Indian or western, with one kind of separator: '1,25,000',
 * '125,000', '1 25 000', '374000.'.
 * @returns null for anything else, such as '12,50,0' or '1.25.000'
 */
export function splitNumber(text: string, decimal: DecimalMark = '.'): Digits | null {
  const plain = decimal === '.' ? text.replace('٫', '.') : text;
  const at = plain.lastIndexOf(decimal);
  const fraction = at < 0 ? '' : plain.slice(at + 1);
  const whole = withoutGroups(at < 0 ? plain : plain.slice(0, at), SEPARATORS[decimal]);
  return whole !== null && /^\d*$/.test(fraction) ? { whole, fraction } : null;
}

function withoutGroups(text: string, separators: readonly string[]): string | null {
  const separator = separators.find((mark) => text.includes(mark));
  const groups = separator === undefined ? [text] : text.split(separator);
  if (!groups.every((group) => /^\d+$/.test(group))) return null;
  const [first = '', ...others] = groups;
  const lengths = others.map((group) => group.length);
  const isWestern = lengths.every((length) => length === 3);
  const isIndian = lengths.every((length, place) => length === (place === lengths.length - 1 ? 3 : 2));
  return others.length === 0 || (first.length <= 3 && (isWestern || isIndian)) ? groups.join('') : null;
}

/**
 * Reads a whole number, also with a sign: '60', '60.0', '1,200', '२०', -1.
 * @returns null for anything else
 */
export function readWhole(cell: Cell): number | null {
  const text = valueText(cell);
  const [, sign, digits = ''] = /^([-+]?)(\d.*)$/.exec(text) ?? [];
  const number = splitNumber(digits);
  if (number === null || !/^0*$/.test(number.fraction)) return null;
  return sign === '-' ? -Number(number.whole) : Number(number.whole);
}
