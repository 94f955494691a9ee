import { describe, expect, test } from 'vitest';
import { COURSE_TYPES } from '@/db/schema/enums';
import type { Cell } from '@/lib/platform/cell';
import { readCourseType, readName, readPrice, readRequiredName, readSeats } from './values';

const codeOf = (read: { ok: boolean; problem?: { code: string } }) => (read.ok ? 'ok' : read.problem?.code);

describe('a name', () => {
  test.each([
    ['  Govt   Engineering\u00a0College ', 'Govt Engineering College'],
    ['Line\r\nbreak', 'Line break'],
    ['Ｉｎｄｏｒｅ', 'Indore'],
    ['\u200BIndore\uFEFF', 'Indore'],
    ['शासकीय  आईटीआई, रीवा', 'शासकीय आईटीआई, रीवा'],
    ['क्\u200dष', 'क्\u200dष'],
    ['=HYPERLINK("x")', '=HYPERLINK("x")'],
    [42, '42'],
  ] satisfies [Cell, string][])('%j is read as %s', (cell, value) =>
    expect(readName(cell, 'branch')).toEqual({ ok: true, value }),
  );

  test.each([null, '', '  ', '-', '–', 'N/A', 'na'])('%j counts as empty, which only an institute may be', (cell) => {
    expect(readName(cell, 'institute')).toEqual({ ok: true, value: '' });
    expect(readRequiredName(cell, 'city')).toEqual({
      ok: false,
      problem: { code: 'missing', params: { column: 'City' } },
    });
  });

  test.each(['\u2800', '\u061C', '\u{E0041}\u{E0042}', '\uFE0F', '\u200D'])(
    'security 67: of nothing but characters that cannot be seen counts as none: %j',
    (cell) => {
      expect(readName(cell, 'institute')).toEqual({ ok: true, value: '' });
      expect(codeOf(readRequiredName(cell, 'branch'))).toBe('missing');
      expect(readName(`${cell}Indore${cell}`, 'city')).toEqual({ ok: true, value: 'Indore' });
    },
  );

  test('that is too long or not displayable is refused', () => {
    expect(codeOf(readName('a'.repeat(100), 'city'))).toBe('ok');
    expect(codeOf(readName('a'.repeat(101), 'city'))).toBe('too_long');
    for (const text of ['a\u0007b', 'a\u0000b', 'a\uFFFDb', 'a\uD800b'])
      expect(codeOf(readName(text, 'city'))).toBe('characters');
  });
});

describe('a course type', () => {
  test('R-ENT-18 is read in the spellings of course types', () => {
    expect(readCourseType('B. TECH')).toEqual({ ok: true, value: 'B.Tech' });
    expect(readCourseType('आई.टी.आई.')).toEqual({ ok: true, value: 'ITI' });
  });

  test.each(['Diplom', 'B.Tech (Civil)', 'Civil Engineering', 5])('%s is refused with the allowed ones', (cell) => {
    const params = { value: String(cell), allowed: COURSE_TYPES.join(', ') };
    expect(readCourseType(cell)).toEqual({ ok: false, problem: { code: 'type_unknown', params } });
  });
});

describe('seats', () => {
  test.each([
    ['60', 60],
    [60, 60],
    [' 060 ', 60],
    ['60.0', 60],
    ['1,200', 1200],
    ['२०', 20],
    ['２०', 20],
    ['२०'.normalize('NFD'), 20],
    [0, 0],
    ['10,000', 10000],
  ] satisfies [Cell, number][])('%j is %d', (cell, value) => expect(readSeats(cell)).toEqual({ ok: true, value }));

  test.each([
    ['60.5', 'seats_not_whole'],
    [60.5, 'seats_not_whole'],
    ['sixty', 'seats_not_whole'],
    ['6O', 'seats_not_whole'],
    ['1e3', 'seats_not_whole'],
    ['1,2', 'seats_not_whole'],
    ['60/120', 'seats_not_whole'],
    [true, 'seats_not_whole'],
    [NaN, 'seats_not_whole'],
    [10001, 'seats_range'],
    ['-1', 'seats_range'],
    [-1, 'seats_range'],
    ['9'.repeat(400), 'seats_range'],
    ['', 'missing'],
  ] satisfies [Cell, string][])('%.20j is refused: %s', (cell, code) => expect(codeOf(readSeats(cell))).toBe(code));
});

describe('a price', () => {
  test.each([
    ['₹1,25,000', 1_25_000_00],
    ['Rs. 1,25,000/-', 1_25_000_00],
    ['rs 125000', 1_25_000_00],
    ['INR 125,000.50', 1_25_000_50],
    ['1,25,000 Rs only', 1_25_000_00],
    ['125000.5', 1_25_000_50],
    [125000.55, 1_25_000_55],
    [12500.299999999999, 12_500_30],
    [85000, 85_000_00],
    ['0', 0],
    ['1,00,00,000', 1_00_00_000_00],
    ['1.25 lakh', 1_25_000_00],
    ['₹1.25 L', 1_25_000_00],
    ['0.5 crore', 50_00_000_00],
    ['50 हज़ार', 50_000_00],
    ['₹१२,५००', 12_500_00],
    ['Rs.12,500.00 p.a.', 12_500_00],
    ['12,500 per year', 12_500_00],
    ['₹12,500/year', 12_500_00],
    ['₹12,500/- per annum', 12_500_00],
    ['12,500 प्रति वर्ष', 12_500_00],
  ] satisfies [Cell, number][])('%j is %d paise', (cell, value) =>
    expect(readPrice(cell)).toEqual({ ok: true, value }),
  );

  test.each([
    ['free', 'price_not_amount'],
    ['12,500 per month', 'price_not_amount'],
    ['12,500 per seat', 'price_not_amount'],
    ['1,25,000/- (for two years only)', 'price_not_amount'],
    ['1 hundred', 'price_not_amount'],
    ['2 crore', 'price_range'],
    ['1,25', 'price_not_amount'],
    ['12,50', 'price_not_amount'],
    ['1.25.000', 'price_not_amount'],
    ['85000.005', 'price_not_amount'],
    [85000.005, 'price_not_amount'],
    ['1.25E+05', 'price_not_amount'],
    ['₹', 'price_not_amount'],
    ['85000-90000', 'price_not_amount'],
    [false, 'price_not_amount'],
    [Infinity, 'price_not_amount'],
    ['-500', 'price_range'],
    ['₹-500', 'price_range'],
    [-500, 'price_range'],
    ['1,00,00,000.01', 'price_range'],
    [1e12, 'price_range'],
    [null, 'missing'],
  ] satisfies [Cell, string][])('%j is refused: %s', (cell, code) => expect(codeOf(readPrice(cell))).toBe(code));
});
