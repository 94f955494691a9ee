import { indianDay, indianIsoDay } from '@/lib/core/dates';
import { parseSearchParams, toSearchParams, type GivenParams, type ParsedFilter } from '@/lib/core/search-params';
import { monthFilterSchema, type MonthFilter, type Movement, type Totals } from './schema';

/** Parses the URL parameters of the page and of the spreadsheet, like parseSearchParams. */
export function parseMonthFilter(params: GivenParams): ParsedFilter<MonthFilter> {
  const { fields: filter, problems } = parseSearchParams(monthFilterSchema, params);
  return { filter, page: 1, problems };
}

/** Returns the address of the page of a month. */
export const monthHref = (filter: MonthFilter): string => {
  const params = toSearchParams(monthFilterSchema, filter);
  return params.size > 0 ? `/admin/attention/settlements?${params}` : '/admin/attention/settlements';
};

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
