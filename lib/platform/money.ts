import { formatCount } from './format-count';

/**
 * Money is integer paise everywhere inside the program; rupees appear only in the API's JSON, in the browser's storage,
 * which has the same form, and on screen.
 */

/** Decimals of an amount on screen: 0 in the public payment table, 2 everywhere else. */
export type Decimals = 0 | 2;

/**
 * Formats an amount in Indian rupees: 123456750 paise → '₹12,34,567.50', 12345600 paise → '₹1,23,456.00'.
 * @param paise integer paise
 * @param decimals given in the public payment table alone
 */
export function formatINR(paise: number, decimals: Decimals = 2): string {
  const [sign, amount] = [paise < 0 ? '-' : '', Math.abs(paise)];
  if (decimals === 0) return `${sign}₹${formatCount(Math.round(amount / 100))}`;
  return `${sign}₹${formatCount(Math.floor(amount / 100))}.${String(amount % 100).padStart(2, '0')}`;
}

/** Converts paise to rupees as a JSON number with at most two decimals. */
export function toRupees(paise: number): number {
  return paise / 100;
}

/** Converts paise to a numeric string in rupees, e.g. '125000.00', as in price_per_seat of the API. */
export function toRupeeString(paise: number): string {
  return (paise / 100).toFixed(2);
}

/** An amount in rupees as text: at most two decimals. */
export const RUPEES = /^\d{1,13}(\.\d{1,2})?$/;

/**
 * Converts rupees (a JSON number or a numeric string) to integer paise.
 * @returns null for anything but a plain non-negative amount with at most two decimals
 */
export function toPaise(rupees: number | string): number | null {
  const text = typeof rupees === 'number' ? String(rupees) : rupees.trim();
  if (!RUPEES.test(text)) return null;
  return Math.round(Number(text) * 100);
}

/** toPaise for an amount already validated by its schema. Throws RangeError for anything else. */
export function requirePaise(rupees: number | string): number {
  const paise = toPaise(rupees);
  if (paise === null) throw new RangeError('not an amount');
  return paise;
}

/** Returns the total of a line in paise: seats × price per seat. */
export function lineTotal(seats: number, pricePaise: number): number {
  return seats * pricePaise;
}

/** Returns the sum of line totals in paise, without fees or taxes. */
export function sumTotals(lines: readonly { seats: number; pricePaise: number }[]): number {
  return lines.reduce((sum, line) => sum + lineTotal(line.seats, line.pricePaise), 0);
}
