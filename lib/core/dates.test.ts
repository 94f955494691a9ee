import { expect, test } from 'vitest';
import { formatDocumentDate } from './dates';

test('the date of a document is Indian in both languages, even while UTC is a day behind', () => {
  for (const [moment, en, hi] of [
    ['2026-11-20T18:29:59Z', '2026-11-20', '20 नवंबर 2026'],
    ['2026-11-20T18:30:00Z', '2026-11-21', '21 नवंबर 2026'],
    ['2026-11-20T23:59:59Z', '2026-11-21', '21 नवंबर 2026'],
    ['2026-12-31T20:00:00Z', '2027-01-01', '1 जनवरी 2027'],
  ] as const)
    expect([formatDocumentDate(new Date(moment), 'en'), formatDocumentDate(new Date(moment), 'hi')], moment).toEqual([
      en,
      hi,
    ]);
});
