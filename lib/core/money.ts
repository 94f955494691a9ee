/** Money is integer paise everywhere inside the program; rupees appear only at its edges. */

const formatters = new Map<string, Intl.NumberFormat>();

/**
 * Formats an amount as Indian rupees, e.g. 12345675050 paise → '₹12,34,567.50' (R-BIZ-02, A-71).
 * @param paise integer paise
 * @param decimals 2 everywhere except the public payment table, which shows 0 (§9)
 */
export function formatINR(paise: number, decimals: 0 | 2 = 2): string {
  const key = String(decimals);
  let formatter = formatters.get(key);
  if (!formatter) {
    formatter = new Intl.NumberFormat('en-IN', {
      style: 'currency',
      currency: 'INR',
      minimumFractionDigits: decimals,
      maximumFractionDigits: decimals,
    });
    formatters.set(key, formatter);
  }
  return formatter.format(paise / 100);
}

/** Integer paise → rupees as a JSON number with at most two decimals. */
export function toRupees(paise: number): number {
  return paise / 100;
}

/** Integer paise → numeric string in rupees, e.g. '125000.00', the form of Course.price_per_seat (R-ENT-06). */
export function toRupeeString(paise: number): string {
  return (paise / 100).toFixed(2);
}

const AMOUNT = /^\d{1,13}(\.\d{1,2})?$/;

/**
 * Rupees as they arrive (a JSON number or a numeric string, A-85) → integer paise.
 * @returns null for anything that is not a plain non-negative amount with at most two decimals
 */
export function toPaise(rupees: number | string): number | null {
  const text = typeof rupees === 'number' ? String(rupees) : rupees.trim();
  if (!AMOUNT.test(text)) return null;
  return Math.round(Number(text) * 100);
}

/** toPaise for an amount that its schema let through already. Throws RangeError for anything else. */
export function requirePaise(rupees: number | string): number {
  const paise = toPaise(rupees);
  if (paise === null) throw new RangeError('not an amount');
  return paise;
}

/** Total of one line in paise = seats × price per seat (R-BIZ-01). */
export function lineTotal(seats: number, pricePaise: number): number {
  return seats * pricePaise;
}

/** Sum of line totals in paise; no fees or taxes are added (R-BIZ-03). */
export function sumTotals(lines: readonly { seats: number; pricePaise: number }[]): number {
  return lines.reduce((sum, line) => sum + lineTotal(line.seats, line.pricePaise), 0);
}
