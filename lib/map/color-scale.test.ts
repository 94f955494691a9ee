import { describe, expect, test } from 'vitest';
import { colorScaleFor, shadeOf } from './color-scale';

describe('the shade of a district', () => {
  test('limits are round, double, and follow the median and the largest district', () => {
    expect(colorScaleFor([222, 206, 83, 79, 62, 34, 0])).toEqual([40, 80, 160]);
    expect(colorScaleFor([2690, 2424, 998, 304, 274, 210, 184, 64, 60])).toEqual([200, 400, 800]);
    expect(colorScaleFor([3000])).toEqual([500, 1000, 2000]);
    expect(colorScaleFor([6500])).toEqual([2000, 4000, 8000]);
    expect(colorScaleFor([3])).toEqual([1, 2, 4]);
    expect(colorScaleFor([])).toEqual([1, 2, 4]);
  });

  test('each limit belongs to its own shade, and no seats left is shade 0', () => {
    const colorScale = [40, 80, 160] as const;
    expect([0, 1, 40, 41, 80, 81, 160, 161, 9999].map((left) => shadeOf(left, colorScale))).toEqual([
      0, 1, 1, 2, 2, 3, 3, 4, 4,
    ]);
  });

  test('the district with the most seats left always has one of the two darkest shades', () => {
    for (let most = 4; most <= 20_000; most += 7)
      expect(shadeOf(most, colorScaleFor([most]))).toBeGreaterThanOrEqual(3);
  });
});
