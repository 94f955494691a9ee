import { indianDay, indianIsoDay } from '@/lib/platform/dates';
import type { MonthFilter, Movement, Totals } from './schema';

/** Returns the month of a filter, YYYY-MM. @param now decides if the filter has none */
export const monthOf = ({ month }: MonthFilter, now = new Date()): string => month ?? indianIsoDay(now).slice(0, 7);

/** Returns the month before or after another one. */
export function shiftMonth(month: string, by: -1 | 1): string {
  const [year, number] = month.split('-').map(Number) as [number, number];
  return new Date(Date.UTC(year, number - 1 + by)).toISOString().slice(0, 7);
}

/** Returns the first moment of a month in India and of the next one. */
export const boundsOf = (month: string): [Date, Date] => [
  indianDay(`${month}-01`),
  indianDay(`${shiftMonth(month, 1)}-01`),
];

/** Adds up movements in INR; unknown fees count as nothing, and so does what is left of such a movement. */
export function totalsOf(movements: readonly Movement[]): Totals {
  const counted = movements.filter(({ currency }) => currency === 'INR');
  const sum = (amount: (movement: Movement) => number | null) =>
    counted.reduce((total, movement) => total + (amount(movement) ?? 0), 0);
  return {
    grossPaise: sum(({ grossPaise }) => grossPaise),
    feePaise: sum(({ feePaise }) => feePaise),
    taxPaise: sum(({ taxPaise }) => taxPaise),
    netPaise: sum(({ netPaise }) => netPaise),
  };
}
