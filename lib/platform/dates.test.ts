import { expect, test } from 'vitest';
import { formatDate, indianIsoDay } from './dates';

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
