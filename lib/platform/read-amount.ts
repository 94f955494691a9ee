import { valueText, type Cell } from './cell';
import { toRupeeString } from './money';
import { splitNumber, type DecimalMark, type Digits } from './read-number';

/**
 * An amount as written. `isNegative`: '-500', '500-' or '(500)'; `side`: 'Cr' or 'Dr', if 'Cr' does not mean crore.
 */
export type Amount = { paise: number; isNegative: boolean; side: 'credit' | 'debit' | null };

/**
 * What the file or the field means: 'Cr' is crore in a budget and credit in a statement; `decimal`: see
 * decimalMarkOf.
 */
type Reading = { cr?: 'crore' | 'credit'; decimal?: DecimalMark };

/** Rupees by the names of large numbers, as written in India. Without nukta. */
const UNITS: readonly { rupees: bigint; names: string }[] = [
  { rupees: 10_000_000n, names: 'crores?|cr|करोड' },
  { rupees: 100_000n, names: 'lakhs?|lacs?|lkh|l|लाख' },
  { rupees: 1_000n, names: 'thousands?|k|हजार' },
];
/** The names of large numbers as a part of a regular expression; without nukta. */
export const RUPEE_UNITS = UNITS.map(({ names }) => names).join('|');
const CURRENCY = '(?:₹|rs\\.?|inr|rupees?|रु\\.?|रू\\.?|रुपये|रुपए)';
const AMOUNT = new RegExp(
  `^([-+])? ?${CURRENCY}? ?([-+])? ?(\\d[\\d.,' ’٫٬]*?) ?(${RUPEE_UNITS})?\\.? ?${CURRENCY}? ?(?:\\/-|\\/=|-\\/)? ?(?:only)? ?(-)?$`,
);
const SIDE = /^(cr|dr)(?![a-z])\.? ?|^\((cr|dr)\.?\) ?| ?\((cr|dr)\.?\)$| ?(?<![a-z])(cr|dr)\.?$/;

/**
 * Reads an amount of rupees as people and programs write it: '1,25,000.00', '₹ 12.5 lakh', '२५ लाख', 'Rs374000',
 * '374000/-', '374000.', '(500)', '500-', '1,234.00 (Cr)'.
 * @returns integer paise and the sign; null for anything else, also for fractions of a paisa
 */
export function readAmount(cell: Cell, { cr = 'crore', decimal = '.' }: Reading = {}): Amount | null {
  const text = valueText(cell).replaceAll('\u093C', '');
  const [, ...found] = (cr === 'credit' && SIDE.exec(text)) || [];
  const side = found.find((word) => word !== undefined);
  const sided = side ? text.replace(SIDE, '') : text;
  const bare = sided.replace(/^\((.*)\)$/, '$1');
  const [, before, inside, digits = '', unit, after] = AMOUNT.exec(bare) ?? [];
  const number = splitNumber(digits, decimal);
  const paise = number && inPaise(number, unit);
  if (paise === null) return null;
  const signs = [before === '-', inside === '-', after === '-', bare !== sided].filter(Boolean).length;
  if (signs > 1) return null;
  return { paise, isNegative: signs === 1, side: side ? (side === 'cr' ? 'credit' : 'debit') : null };
}

/** Returns null for a fraction of a paisa; three decimals are more likely a group of thousands. */
function inPaise({ whole, fraction }: Digits, unit: string | undefined): number | null {
  const rupees = UNITS.find(({ names }) => unit && new RegExp(`^(?:${names})$`).test(unit))?.rupees ?? 1n;
  if (rupees === 1n && !/^(\d{0,2}|\d{2}00)$/.test(fraction)) return null;
  const scaled = BigInt(whole + fraction) * rupees * 100n;
  const divisor = 10n ** BigInt(fraction.length);
  const paise = scaled / divisor;
  return scaled % divisor === 0n && paise <= BigInt(Number.MAX_SAFE_INTEGER) ? Number(paise) : null;
}

/**
 * Reads what people type as an amount of rupees.
 * @returns integer paise from 0; null for anything else
 */
export function readRupees(typed: Cell): number | null {
  const amount = readAmount(typed);
  return amount === null || amount.isNegative ? null : amount.paise;
}

/** Returns an amount as the API reads it; it may be typed with a rupee sign, grouping and spaces. */
export function plainAmount(typed: string): string {
  const paise = readRupees(typed);
  return paise === null ? typed.trim() : toRupeeString(paise);
}

/**
 * Returns the decimal mark of a column of amounts: the comma if an amount can be read only so ('12.500,00'), and none
 * only with a point.
 */
export function decimalMarkOf(column: readonly Cell[]): DecimalMark {
  let provesComma = false;
  for (const cell of column) {
    // Most columns are numbers, or amounts without marks.
    if (typeof cell !== 'string' || !/[.,]/.test(cell)) continue;
    const withPoint = readAmount(cell) !== null;
    const withComma = readAmount(cell, { decimal: ',' }) !== null;
    if (withPoint && !withComma) return '.';
    if (withComma && !withPoint) provesComma = true;
  }
  return provesComma ? ',' : '.';
}
