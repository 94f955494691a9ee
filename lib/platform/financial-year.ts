/*
 * Financial years of India, April to March, such as '2026-27' (financialYearSchema of lib/documents/papers/schema.ts). Days are YYYY-MM-DD.
 */

/** Returns the first and the last day of a financial year. */
export function daysOfYear(year: string): [string, string] {
  const start = Number(year.slice(0, 4));
  return [`${start}-04-01`, `${start + 1}-03-31`];
}

/** Returns the last day of a financial year. */
export const lastDayOf = (year: string): string => daysOfYear(year)[1];

/** Returns the financial year that many years later, or earlier if negative. */
export function yearsAfter(year: string, years: number): string {
  const start = Number(year.slice(0, 4)) + years;
  return `${start}-${String((start + 1) % 100).padStart(2, '0')}`;
}

/** Returns the financial years from one to another, the newest first. */
export const yearsBetween = (first: string, last: string): string[] =>
  first > last ? [] : [last, ...yearsBetween(first, yearsAfter(last, -1))];
