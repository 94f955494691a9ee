import { describe, expect, test } from 'vitest';
import { COURSE_TYPES } from '@/db/schema/enums';
import { formatMonth, shortMonthName, toLakhOrCrore, toStats, type StatsRow } from './rules';

const CRORE = 1_00_00_000_00;

const ROWS: StatsRow[] = [
  { month: null, courseType: 'ITI', seats: 5, valuePaise: 50, paidPaise: 50 },
  { month: '2025-03', courseType: 'B.Tech', seats: 2, valuePaise: 20, paidPaise: 20 },
  { month: '2026-02', courseType: 'B.Tech', seats: 3, valuePaise: 30, paidPaise: 30 },
  { month: '2026-02', courseType: 'M.Tech', seats: 1, valuePaise: 10, paidPaise: 10 },
];

describe('the statistics', () => {
  test('cover the last twelve months, the current one last, across the turn of the year', () => {
    const { byMonth } = toStats(ROWS, '2026-02');
    expect(byMonth.map(({ month }) => month)).toEqual([
      ...Array.from({ length: 10 }, (_, n) => `2025-${String(n + 3).padStart(2, '0')}`),
      '2026-01',
      '2026-02',
    ]);
    expect(byMonth.map(({ seats }) => seats)).toEqual([2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 4]);
    expect(byMonth.at(-1)).toMatchObject({
      valuePaise: 40,
      paidPaise: 40,
      byType: COURSE_TYPES.map((courseType) => ({ seats: { 'M.Tech': 1, 'B.Tech': 3 }[courseType as string] ?? 0 })),
    });
  });

  test('sum all adoptions, also those before', () => {
    const { seatsAdopted, valuePaise } = toStats(ROWS, '2026-02');
    expect({ seatsAdopted, valuePaise }).toEqual({ seatsAdopted: 11, valuePaise: 110 });
  });
});

describe('an amount in lakh or crore', () => {
  test.each([
    [0, null],
    [99_999_99, null],
    [1_00_000_00, { unit: 'lakh', amount: 1 }],
    [7_25_000_00, { unit: 'lakh', amount: 7.3 }],
    [99_94_999_99, { unit: 'lakh', amount: 99.9 }],
    [99_95_000_00, { unit: 'crore', amount: 1 }],
    [41.6 * CRORE, { unit: 'crore', amount: 41.6 }],
    [12_345.67 * CRORE, { unit: 'crore', amount: 12_345.7 }],
  ])('%d paise', (paise, expected) => {
    expect(toLakhOrCrore(paise)).toEqual(expected);
  });
});

test('month names do not depend on the time zone of the machine', () => {
  expect([formatMonth('2026-01'), shortMonthName('2025-12'), shortMonthName('2026-09')]).toEqual([
    'January 2026',
    'Dec',
    'Sep',
  ]);
});
