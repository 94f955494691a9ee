import { expect, test } from 'vitest';
import { getTranslator } from '@/lib/platform/i18n/server';
import type { Decimals } from '@/lib/platform/money';
import { periodOf, periodText, wholeCoursePaise, type PeriodLine } from './period';

const line = (changes: Partial<PeriodLine> = {}): PeriodLine => ({
  session: '2026-27',
  studyYear: 1,
  years: 4,
  seats: 2,
  pricePaise: 1_00_000_00,
  ...changes,
});
const text = (lines: PeriodLine[], locale: 'en' | 'hi' = 'en') =>
  periodText(getTranslator(locale, 'common'), periodOf(lines), 2);

test('a sum names its sessions, and what the seats cost until their courses end', () => {
  expect(text([line()])).toBe('for 2026-27; ₹8,00,000.00 until the courses end');
  expect(text([line({ years: 1 })])).toBe('for 2026-27');
  expect(text([line({ years: null })])).toBe('for 2026-27');
  expect(text([line({ session: '2027-28', years: null }), line(), line()])).toBe('for 2026-27 and 2027-28');
  expect(text([line()], 'hi')).toBe('सत्र 2026-27 के लिए; पाठ्यक्रम पूरे होने तक ₹8,00,000.00');
});

test('A-71 the whole course has the decimals of the sum beside it', () => {
  const said = (decimals: Decimals) => periodText(getTranslator('en', 'common'), periodOf([line()]), decimals);
  expect(said(2)).toBe('for 2026-27; ₹8,00,000.00 until the courses end');
  expect(said(0)).toBe('for 2026-27; ₹8,00,000 until the courses end');
});

test('lines of before, which name no session, are for one year', () => {
  expect(text([{ selectedSeats: 2, pricePaise: 1_00_000_00 }])).toBe('for one year');
  expect(text([line({ session: undefined })])).toBe('for one year; ₹8,00,000.00 until the courses end');
});

test('the whole course is counted from the year of study of each line', () => {
  expect(wholeCoursePaise([line({ studyYear: 3 }), line({ years: 2, studyYear: undefined })])).toBe(8_00_000_00);
  expect(text([line({ studyYear: 4 })])).toBe('for 2026-27');
  expect(wholeCoursePaise([line(), line({ years: null })])).toBeNull();
});

test('what the lines do not tell can be given', () => {
  expect(periodOf([line()], null)).toEqual({ sessions: ['2026-27'], untilEndPaise: null });
  expect(periodOf([line({ years: null })], 6_00_000_00).untilEndPaise).toBe(6_00_000_00);
});
