/** Returns the last day of a financial year, YYYY-MM-DD. @param year such as '2026-27' */
export const lastDayOf = (year: string): string => `${Number(year.slice(0, 4)) + 1}-03-31`;

/** Returns the first day of a financial year, YYYY-MM-DD. */
export const firstDayOf = (year: string): string => `${year.slice(0, 4)}-04-01`;

/** Returns the financial year that many years later, or earlier if negative. */
export function yearsAfter(year: string, years: number): string {
  const start = Number(year.slice(0, 4)) + years;
  return `${start}-${String((start + 1) % 100).padStart(2, '0')}`;
}
