import { expect, test } from 'vitest';
import type { Cell } from './cell';
import { readWhole } from './read-number';

test.each([
  ['60', 60],
  [60, 60],
  [' 060 ', 60],
  ['60.0', 60],
  ['60.', 60],
  ['1,200', 1200],
  ['12,34,567', 1234567],
  ['1,234,567', 1234567],
  ['1\u00a0200', 1200],
  ["1'200", 1200],
  ['२०', 20],
  ['२,०००', 2000],
  ['２０', 20],
  ['٢٠', 20],
  ["'20", 20],
  ['+5', 5],
  ['-1', -1],
  ['−1', -1],
  [-1, -1],
  [0, 0],
] satisfies [Cell, number][])('the whole number %j is %d', (cell, number) => expect(readWhole(cell)).toBe(number));

test.each([
  ...[
    '',
    '-',
    'sixty',
    '6O',
    '1e3',
    '2.0E+01',
    '60.5',
    '1,2',
    '1,20,0',
    '1,00,000,000',
    '1, 200',
    '60/120',
    '20+20',
    '5²',
    '½',
  ],
  ...['1 200,300', '60 (48+12)', '1.200.300', '2026-04-01', null, true, NaN, Infinity, 60.5],
  // Longer than any number.
  `${' '.repeat(600)}5`,
] satisfies Cell[])('%j is no whole number', (cell) => expect(readWhole(cell)).toBeNull());
