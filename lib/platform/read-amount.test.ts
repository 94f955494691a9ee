import { expect, test } from 'vitest';
import type { Cell } from './cell';
import { decimalMarkOf, readAmount, readRupees } from './read-amount';

const LAKH = 100_000_00;

test.each([
  ['2500000', 25 * LAKH],
  ['25,00,000', 25 * LAKH],
  ['2,500,000', 25 * LAKH],
  ['25 00 000', 25 * LAKH],
  ["12'500", 12_500_00],
  ['\u00a012\u2009500\u00a0', 12_500_00],
  [' ₹ 25,00,000.50 ', 25 * LAKH + 50],
  ['₨ 500', 500_00],
  ['25 lakh', 25 * LAKH],
  ['25lakhs', 25 * LAKH],
  ['25 Lac', 25 * LAKH],
  ['25 L', 25 * LAKH],
  ['1 crore', 100 * LAKH],
  ['2.5 Cr.', 250 * LAKH],
  ['Rs. 25,00,000/-', 25 * LAKH],
  ['1,25,000/- only', 1.25 * LAKH],
  ['Rs374000', 374_000_00],
  ['INR374000', 374_000_00],
  ['374000 INR', 374_000_00],
  ['374000/-', 374_000_00],
  ['374000/=', 374_000_00],
  ['374000.', 374_000_00],
  ["'374000", 374_000_00],
  ['INR 25 lakh', 25 * LAKH],
  ['25 lakh rupees', 25 * LAKH],
  ['500 rupees', 500_00],
  ['50 thousand', LAKH / 2],
  ['50k', LAKH / 2],
  ['२५ लाख', 25 * LAKH],
  ['２５,００,０００', 25 * LAKH],
  ['٢٥٠٠٫٥', 2500_50],
  ['२.५ करोड़', 250 * LAKH],
  ['२.५ करोड़'.normalize('NFD'), 250 * LAKH],
  ['५० हज़ार', LAKH / 2],
  ['₹२५,००,००० रुपये', 25 * LAKH],
  ['रु. 1,25,000', 1.25 * LAKH],
  ['0.1234567 lakh', 1234567],
  ['500.0000', 500_00],
  ['0', 0],
  [12_500.299999999999, 12_500_30],
  [125000, 1.25 * LAKH],
] satisfies [Cell, number][])('the amount %j is %d paise', (cell, paise) => {
  expect(readRupees(cell)).toBe(paise);
  expect(readAmount(cell)).toEqual({ paise, isNegative: false, side: null });
});

test.each([
  ...['', '-', '₹', 'lakh', 'twenty', 'free', '1e30', '1.25E+05', 'Infinity', '25 million', '25 lakh 50'],
  ...['2,5,0', '25,00,00', '12,50', '1,25', '1.2.3', '1.25.000', '0.123', '12.500', '85000.005', '0.12345678 lakh'],
  ...['12.500,00', '1, 25,000', '12,500 per month', '85000-90000', '--5', '-(5)', '(500', '9'.repeat(40)],
  ...['99999999999999999 crore', '20²', null, true, NaN, Infinity, 85000.005, `${' '.repeat(600)}5`],
] satisfies Cell[])('%j is no amount', (cell) => expect(readAmount(cell)).toBeNull());

test.each(['-500', '500-', '(500)', '₹-500', '-₹500', '(₹ 500)', '−500', -500])('%j is negative', (cell) => {
  expect(readRupees(cell)).toBeNull();
  expect(readAmount(cell)).toEqual({ paise: 500_00, isNegative: true, side: null });
});

test.each([
  ['5,000.00-', { paise: 5_000_00, isNegative: true, side: null }],
  ['1,234.00 Cr', { paise: 1_234_00, isNegative: false, side: 'credit' }],
  ['500Dr', { paise: 500_00, isNegative: false, side: 'debit' }],
  ['500 Dr.', { paise: 500_00, isNegative: false, side: 'debit' }],
  ['10728.27 CR.', { paise: 10_728_27, isNegative: false, side: 'credit' }],
  ['3,74,000.00 (Cr)', { paise: 374_000_00, isNegative: false, side: 'credit' }],
  ['3,74,000.00(Dr.)', { paise: 374_000_00, isNegative: false, side: 'debit' }],
  ['Cr 500', { paise: 500_00, isNegative: false, side: 'credit' }],
  ['(Cr) 500', { paise: 500_00, isNegative: false, side: 'credit' }],
  ['-500 Dr', { paise: 500_00, isNegative: true, side: 'debit' }],
  ['(500.00) Dr', { paise: 500_00, isNegative: true, side: 'debit' }],
  ['2 crore', { paise: 200 * LAKH, isNegative: false, side: null }],
  ['Cr', null],
  ['500 Cash', null],
] as const)('in a statement %j is %j', (cell, amount) => expect(readAmount(cell, { cr: 'credit' })).toEqual(amount));

test.each([
  [['12.500,00', '12500,50', '12.500'], ','],
  [['12500,5', 'Free', ''], ','],
  // Indian groups speak against the comma.
  [['12,500', '1,25'], '.'],
  [['12.500,00', '12,500.00'], '.'],
  [['12500', '500'], '.'],
  [['1,25'], ','],
  [[], '.'],
] satisfies [Cell[], string][])('the decimal mark of the column %j is %s', (column, mark) =>
  expect(decimalMarkOf(column)).toBe(mark),
);

test('with a decimal comma, points are groups', () => {
  const read = (cell: Cell) => readAmount(cell, { decimal: ',' })?.paise ?? null;
  expect(['12.500,00', '12500,50', '12.500', '1.25'].map(read)).toEqual([12_500_00, 12_500_50, 12_500_00, null]);
});
