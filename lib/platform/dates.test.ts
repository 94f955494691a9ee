import { expect, test, vi } from 'vitest';
import { formatDate, formatFrom, indianIsoDay } from './dates';
import type { Locale } from './i18n/locale';

test('a date is Indian in every notation, even while UTC is a day behind', () => {
  for (const [moment, en, hi, iso] of [
    ['2026-11-20T18:29:59Z', '20 November 2026', '20 नवंबर 2026', '2026-11-20'],
    ['2026-11-20T18:30:00Z', '21 November 2026', '21 नवंबर 2026', '2026-11-21'],
    ['2026-11-20T23:59:59Z', '21 November 2026', '21 नवंबर 2026', '2026-11-21'],
    ['2026-12-31T20:00:00Z', '1 January 2027', '1 जनवरी 2027', '2027-01-01'],
  ] as const) {
    const at = new Date(moment);
    expect([formatDate(at, 'en'), formatDate(at, 'hi'), indianIsoDay(at)], moment).toEqual([en, hi, iso]);
  }
});

test('what is possible again names the minute in Indian time, not before it is, and the day unless it is today', () => {
  vi.useFakeTimers({ now: new Date('2026-11-25T13:20:00+05:30') });
  const from = (moment: string, locale: Locale = 'en') => formatFrom(new Date(moment), locale);
  expect(from('2026-11-25T14:04:01+05:30')).toBe('2:05 pm');
  expect(from('2026-11-25T14:05:00+05:30', 'hi')).toBe('14:05 बजे');
  expect(from('2026-11-26T09:30:00+05:30')).toBe('26 November 2026 at 9:30 am');
  vi.useRealTimers();
});
