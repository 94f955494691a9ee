import type { Locale } from '@/lib/i18n/locale';

/** Moments are told in the time of India, the only one the product knows (A-72 keeps UTC for file names). */
const ZONE = { timeZone: 'Asia/Kolkata' } as const;
const day: Record<Locale, Intl.DateTimeFormat> = {
  en: new Intl.DateTimeFormat('en-IN', { ...ZONE, dateStyle: 'long' }),
  hi: new Intl.DateTimeFormat('hi-IN', { ...ZONE, dateStyle: 'long' }),
};
/** Swedish writes days as ISO 8601 does. */
const isoDay = new Intl.DateTimeFormat('sv-SE', { ...ZONE, dateStyle: 'short' });
const minute: Record<Locale, Intl.DateTimeFormat> = {
  en: new Intl.DateTimeFormat('en-IN', { ...ZONE, dateStyle: 'long', timeStyle: 'short' }),
  // Hindi would write 'pm बजे', which nobody says.
  hi: new Intl.DateTimeFormat('hi-IN', { ...ZONE, dateStyle: 'long', timeStyle: 'short', hourCycle: 'h23' }),
};
const stamp = new Intl.DateTimeFormat('en-IN', {
  ...ZONE,
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
});

/** A day, e.g. '21 November 2026' or '21 नवंबर 2026'. */
export function formatDate(moment: Date, locale: Locale): string {
  return day[locale].format(moment);
}

/** The day of a document in India: in English as YYYY-MM-DD, else in words, as the visitor reads days elsewhere. */
export function formatDocumentDate(moment: Date, locale: Locale): string {
  return locale === 'en' ? isoDay.format(moment) : formatDate(moment, locale);
}

/** A moment with its zone, e.g. '21 November 2026 at 2:30 pm IST' or '21 नवंबर 2026 को 14:30 बजे IST'. */
export function formatDateTimeWithZone(moment: Date, locale: Locale): string {
  return `${minute[locale].format(moment)} IST`;
}

/** A moment for a table, e.g. '21 Nov 2026, 14:30'. Every month has three letters, as in Excel: en-IN alone would write 'Sept'. */
export function formatDateTime(moment: Date): string {
  return stamp.format(moment).replace('Sept', 'Sep');
}
