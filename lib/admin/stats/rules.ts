import { COURSE_TYPES, type CourseType } from '@/db/schema/enums';

/**
 * Seats and value (paise) of a course type in a month 'YYYY-MM' of India; month null sums all before the last twelve.
 */
export type StatsRow = {
  month: string | null;
  courseType: string;
  seats: number;
  valuePaise: number;
  /** The part of the value that is paid for. */
  paidPaise: number;
};

/** Adopted seats of a course type. */
type TypeStats = { courseType: CourseType; seats: number };

/** Adoptions in a month 'YYYY-MM' of India; their value, and the paid part of it, in paise. */
export type MonthStats = { month: string; byType: TypeStats[]; seats: number; valuePaise: number; paidPaise: number };

/** All adoptions, and those of the last twelve months, oldest first, including the current one; value in paise. */
export type Stats = {
  seatsAdopted: number;
  valuePaise: number;
  paidPaise: number;
  byMonth: MonthStats[];
};

/** Sums rows to the dashboard statistics. Every type and every month is present, even without adoptions. */
export function toStats(rows: readonly StatsRow[], thisMonth: string): Stats {
  const { seats: seatsAdopted, valuePaise, paidPaise } = sums(rows);
  const byMonth = lastMonths(thisMonth).map((month) => ({ month, ...sums(rows.filter((row) => row.month === month)) }));
  return { seatsAdopted, valuePaise, paidPaise, byMonth };
}

function sums(rows: readonly StatsRow[]): Omit<MonthStats, 'month'> {
  const sum = (some: readonly StatsRow[], key: 'seats' | 'valuePaise' | 'paidPaise') =>
    some.reduce((all, row) => all + row[key], 0);
  return {
    byType: COURSE_TYPES.map((courseType) => ({
      courseType,
      seats: sum(
        rows.filter((row) => row.courseType === courseType),
        'seats',
      ),
    })),
    seats: sum(rows, 'seats'),
    valuePaise: sum(rows, 'valuePaise'),
    paidPaise: sum(rows, 'paidPaise'),
  };
}

function lastMonths(thisMonth: string): string[] {
  const [year, month] = thisMonth.split('-').map(Number) as [number, number];
  return Array.from({ length: 12 }, (_, n) => new Date(Date.UTC(year, month - 12 + n, 1)).toISOString().slice(0, 7));
}

const LAKH = 1_00_000_00;
const CRORE = 1_00_00_000_00;

/**
 * Converts a large amount in paise to lakh or crore with one decimal: 41.6 crore, 7.3 lakh.
 * @returns null below a lakh, where the exact amount is short enough
 */
export function toLakhOrCrore(paise: number): { unit: 'lakh' | 'crore'; amount: number } | null {
  if (paise < LAKH) return null;
  const lakh = toOneDecimal(paise / LAKH);
  return lakh < 100 ? { unit: 'lakh', amount: lakh } : { unit: 'crore', amount: toOneDecimal(paise / CRORE) };
}

const toOneDecimal = (amount: number) => Math.round(amount * 10) / 10;

/** Always three letters; en-IN would write 'Sept'. */
const shortMonth = new Intl.DateTimeFormat('en-US', { timeZone: 'UTC', month: 'short' });
const longMonth = new Intl.DateTimeFormat('en-IN', { timeZone: 'UTC', month: 'long', year: 'numeric' });
const firstDay = (month: string) => new Date(`${month}-01T00:00:00Z`);

/** Formats a month 'YYYY-MM', e.g. 'November 2026'. */
export const formatMonth = (month: string) => longMonth.format(firstDay(month));

/** Formats a month 'YYYY-MM' in short form, e.g. 'Nov'. */
export const shortMonthName = (month: string) => shortMonth.format(firstDay(month));
