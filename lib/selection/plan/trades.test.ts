import { describe, expect, test } from 'vitest';
import { readShares, sharesWith } from './trades';

describe('readShares', () => {
  test.each([
    [
      ['60', '40'],
      [60, 40],
    ],
    [
      ['७०', ''],
      [70, 30],
    ],
    [[], [34, 33, 33]],
    [
      ['', '20 %', ''],
      [40, 20, 40],
    ],
    // Those of two other trades.
    [
      ['70', '30'],
      [34, 33, 33],
    ],
  ])('%j are %j', (typed, shares) => {
    expect(readShares(typed, shares.length)).toEqual(shares);
  });

  test.each([
    [['60', '50'], 'shareSum'],
    [['60', '30'], 'shareSum'],
    [['50', '50', ''], 'shareSum'],
    [['100', ''], 'shareRange'],
    [['many', '40'], 'shareRange'],
    [['0', '99'], 'shareRange'],
  ])('%j are refused: %s', (typed, problem) => {
    expect(readShares(typed, typed.length)).toBe(problem);
  });

  test('one trade gets everything', () => {
    expect(readShares(['10', '90'], 1)).toEqual([100]);
  });
});

test('sharesWith leaves to each trade what it costs', () => {
  expect(sharesWith([500, 301], 199)).toEqual([50, 31, 19]);
  expect(sharesWith([999], 1)).toBeNull();
  expect(sharesWith([1, 1, 1, 1, 1], 5)).toBeNull();
});
