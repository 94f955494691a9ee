import { LOCALES, type Locale } from '@/lib/platform/i18n/locale';
import { once } from './once';

/** All times are Indian time, except in file names, which use UTC. */
const ZONE = { timeZone: 'Asia/Kolkata' } as const;
const MINUTE_MS = 60_000;
const day = inEachLanguage(() => ({ dateStyle: 'long' }));
/** The Swedish locale formats dates as ISO 8601. */
const isoDay = once(() => new Intl.DateTimeFormat('sv-SE', { ...ZONE, dateStyle: 'short' }));
/** hi-IN would write the unidiomatic 'pm बजे'. */
const hourCycleOf = (locale: Locale) => (locale === 'en' ? 'h12' : 'h23');
const time = inEachLanguage((locale) => ({ timeStyle: 'short', hourCycle: hourCycleOf(locale) }));
const minute = inEachLanguage((locale) => ({ dateStyle: 'long', timeStyle: 'short', hourCycle: hourCycleOf(locale) }));
const tableDay = once(
  () => new Intl.DateTimeFormat('en-IN', { ...ZONE, day: 'numeric', month: 'short', year: 'numeric' }),
);
const stamp = once(
  () =>
    new Intl.DateTimeFormat('en-IN', {
      ...ZONE,
      day: 'numeric',
      month: 'short',
      year: 'numeric',
      hour: '2-digit',
      minute: '2-digit',
      hourCycle: 'h23',
    }),
);

/** Returns a format of each language, with Latin digits. Made at the first use, because each costs a phone milliseconds. */
function inEachLanguage(
  optionsOf: (locale: Locale) => Intl.DateTimeFormatOptions,
): Record<Locale, () => Intl.DateTimeFormat> {
  const formatOf = (locale: Locale) =>
    once(() => new Intl.DateTimeFormat(`${locale}-IN-u-nu-latn`, { ...ZONE, ...optionsOf(locale) }));
  return Object.fromEntries(LOCALES.map((locale) => [locale, formatOf(locale)])) as Record<
    Locale,
    () => Intl.DateTimeFormat
  >;
}

/** Returns the start of a day in India. @param day YYYY-MM-DD */
export function indianDay(day: string): Date {
  return new Date(`${day}T00:00:00+05:30`);
}

/** Formats a date, e.g. '21 November 2026' or '21 नवंबर 2026'. */
export function formatDate(moment: Date, locale: Locale): string {
  return day[locale]().format(moment);
}

/** Formats the last day of a term by its end: a term that ends at midnight lasts until the day before. */
export function formatLastDay(end: Date, locale: Locale): string {
  return formatDate(new Date(end.getTime() - 1), locale);
}

/** Formats the day in India as YYYY-MM-DD, for date fields and comparisons. */
export function indianIsoDay(moment: Date): string {
  return isoDay().format(moment);
}

/** Formats a time, e.g. '21 November 2026 at 2:30 pm' or '21 नवंबर 2026 को 14:30 बजे'. */
export function formatMinute(moment: Date, locale: Locale): string {
  return minute[locale]().format(moment);
}

/**
 * Formats when something becomes possible: the start of the next minute, with its day unless that is today, e.g. '2:05 pm'
 * or '14:05 बजे'.
 */
export function formatFrom(moment: Date, locale: Locale): string {
  const from = new Date(Math.ceil(moment.getTime() / MINUTE_MS) * MINUTE_MS);
  if (indianIsoDay(from) !== indianIsoDay(new Date())) return formatMinute(from, locale);
  return `${time[locale]().format(from)}${locale === 'hi' ? ' बजे' : ''}`;
}

/** Formats a time with its zone, e.g. '21 November 2026 at 2:30 pm IST' or '21 नवंबर 2026 को 14:30 बजे IST'. */
export function formatDateTimeWithZone(moment: Date, locale: Locale): string {
  return `${formatMinute(moment, locale)} IST`;
}

/**
 * Formats a time for a table, e.g. '21 Nov 2026, 14:30'. Months have three letters, as in Excel; en-IN alone would
 * write 'Sept'.
 */
export function formatDateTime(moment: Date): string {
  return stamp().format(moment).replace('Sept', 'Sep');
}

/** Formats a day for a table, e.g. '21 Nov 2026'. @param day YYYY-MM-DD */
export function formatTableDay(day: string): string {
  return tableDay().format(indianDay(day)).replace('Sept', 'Sep');
}

/** Returns the date used in file names and documents: YYYY-MM-DD in UTC. */
export function isoDate(moment: Date): string {
  return moment.toISOString().slice(0, 10);
}
