import { expect, test } from 'vitest';
import { timeLeft } from './time-left';

const HOUR = 60 * 60 * 1000;

test.each([
  [72 * HOUR + 1, 'days', 3],
  [48 * HOUR, 'days', 2],
  [48 * HOUR - 1, 'hours', 47],
  [2 * HOUR, 'hours', 2],
  [2 * HOUR - 1, 'minutes', 119],
  [59_999, 'minutes', 0],
  [-5, 'minutes', 0],
] as const)('%d ms are %s: %d', (ms, unit, count) => {
  expect(timeLeft(ms)).toEqual({ unit, count });
});
