import { describe, expect, test } from 'vitest';
import { formatINR, lineTotal, requirePaise, sumTotals, toPaise, toRupees, toRupeeString } from './money';

describe('money', () => {
  test('R-BIZ-02 formats Indian rupees with lakh and crore grouping', () => {
    expect(formatINR(123456750)).toBe('₹12,34,567.50');
  });

  test('A-71 shows two decimals where none are given', () => {
    expect([0, 1_00_00_000_00, 12_500_05, -150_050].map((paise) => formatINR(paise))).toEqual([
      ...['₹0.00', '₹1,00,00,000.00', '₹12,500.05', '-₹1,500.50'],
    ]);
  });

  test('R-BIZ-02 formats every amount as the standard library does', () => {
    const format = (decimals: number) =>
      new Intl.NumberFormat('en-IN', {
        ...{ style: 'currency', currency: 'INR' },
        ...{ minimumFractionDigits: decimals, maximumFractionDigits: decimals },
      });
    const amounts = [
      0, 1, 49, 50, 99, 100, 105, 99_999, 1_00_000_00, 12_34_567_89, 9_00_719_92_54_740_99, -5, -150_050,
    ];
    for (const decimals of [0, 2] as const)
      expect(amounts.map((paise) => formatINR(paise, decimals))).toEqual(
        amounts.map((paise) => format(decimals).format(paise / 100)),
      );
  });

  test('R-PAY-04 formats without decimals for the public payment table', () => {
    expect(formatINR(12500000, 0)).toBe('₹1,25,000');
  });

  test('R-BIZ-01 a line is seats × price, exact in paise where floats are not', () => {
    expect(lineTotal(3, 10)).toBe(30);
    expect(toRupees(lineTotal(3, toPaise(0.1)!))).toBe(0.3);
  });

  test('R-BIZ-03 a total is the plain sum of its lines', () => {
    expect(
      sumTotals([
        { seats: 12, pricePaise: 12500000 },
        { seats: 5, pricePaise: 14000000 },
      ]),
    ).toBe(220000000);
    expect(sumTotals([])).toBe(0);
  });

  test('R-ENT-06 a price goes out as a numeric string', () => {
    expect(toRupeeString(12500000)).toBe('125000.00');
    expect(toRupeeString(12500050)).toBe('125000.50');
  });

  test.each([
    [125000, 12500000],
    ['125000.5', 12500050],
    [' 99.99 ', 9999],
    [1.005, null],
    [-1, null],
    [NaN, null],
    [Infinity, null],
    [1e21, null],
    ['1e5', null],
    ['₹5', null],
    ['', null],
  ])('reads %s rupees as %s paise', (rupees, paise) => {
    expect(toPaise(rupees)).toBe(paise);
    if (paise === null) expect(() => requirePaise(rupees)).toThrow(RangeError);
    else expect(requirePaise(rupees)).toBe(paise);
  });
});
