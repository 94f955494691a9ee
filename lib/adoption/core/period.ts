import { formatINR, lineTotal, type Decimals } from '@/lib/platform/money';

/**
 * A line of a cart or of an adoption, as far as it tells the period; old ones do not name their session. Prices are per
 * seat and year.
 */
export type PeriodLine = {
  /** '2026-27'. */
  session?: string;
  /** From 1, which is also that of lines without. */
  studyYear?: number;
  /** Years of the whole course; null or absent if unknown. */
  years?: number | null;
  pricePaise: number;
} & ({ seats: number } | { selectedSeats: number });

/**
 * What a sum is for: the names of its sessions, in order, and what the same seats cost until their courses end, in paise.
 * That is null if it is not known, and if it is the sum itself.
 */
export type SumPeriod = { sessions: readonly string[]; untilEndPaise: number | null };

const sumOf = (lines: readonly PeriodLine[], yearsOf: (line: PeriodLine) => number) =>
  lines.reduce((sum, line) => {
    const seats = 'seats' in line ? line.seats : line.selectedSeats;
    return sum + lineTotal(seats, line.pricePaise) * yearsOf(line);
  }, 0);

/** The years from a year of study until the course ends, at least 1. @param years those of the whole course */
export const yearsLeft = (years: number, studyYear = 1): number => Math.max(years - studyYear + 1, 1);

/**
 * Returns what seats cost until their courses end, in paise, at the prices of their lines for each year from that of the
 * line.
 * @returns null if nobody knows how many years a course takes
 */
export function wholeCoursePaise(lines: readonly PeriodLine[]): number | null {
  if (lines.some(({ years }) => !years)) return null;
  return sumOf(lines, ({ years, studyYear }) => yearsLeft(years!, studyYear));
}

/**
 * Returns the period of the sum of lines.
 * @param untilEndPaise what they cost until their courses end, where the lines do not tell it; null if unknown
 */
export function periodOf(
  lines: readonly PeriodLine[],
  untilEndPaise: number | null = wholeCoursePaise(lines),
): SumPeriod {
  const sessions = [...new Set(lines.flatMap(({ session }) => session ?? []))].sort();
  return { sessions, untilEndPaise: untilEndPaise === sumOf(lines, () => 1) ? null : untilEndPaise };
}

/** Whether lines name their sessions: they are of several. */
export const namesSessions = (lines: readonly Pick<PeriodLine, 'session'>[]): boolean =>
  new Set(lines.map(({ session }) => session)).size > 1;

/** The texts of `common.period`. */
type Texts = (key: `period.${'for' | 'year' | 'and' | 'untilEnd'}`, values?: Record<string, string>) => string;

/**
 * Returns the period of a sum as text: 'for 2026-27', 'for 2026-27 and 2027-28', 'for one year' if no session is known, or
 * 'for 2026-27; ₹26,66,000.00 until the courses end'. It stands beside every sum of seats.
 * @param t the translator of `common`
 * @param decimals those of the sum beside it
 */
export function periodText(t: Texts, { sessions, untilEndPaise }: SumPeriod, decimals: Decimals): string {
  const year =
    sessions.length === 0
      ? t('period.year')
      : t('period.for', { sessions: sessions.reduce((first, second) => t('period.and', { first, second })) });
  return untilEndPaise === null ? year : t('period.untilEnd', { year, amount: formatINR(untilEndPaise, decimals) });
}
