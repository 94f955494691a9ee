import { expect, test } from 'vitest';
import { formatCount } from './format-count';

test('counts have the Indian grouping of the standard library', () => {
  const counts = [0, 7, 42, 100, 999, 1000, 99_999, 1_00_000, 12_34_567, 98_76_54_321, -1, -1000, -12_34_567];
  expect(counts.map(formatCount)).toEqual(counts.map((count) => count.toLocaleString('en-IN')));
});
