import { describe, expect, test } from 'vitest';
import type { CourseType } from '@/lib/catalogue/schema';
import { CELL, drawMonths } from './months-chart';
import { toStats } from './rules';

type Given = readonly [month: string, courseType: CourseType, seats: number];
const draw = (...given: Given[]) =>
  drawMonths(
    toStats(
      given.map(([month, courseType, seats]) => ({ month, courseType, seats, valuePaise: 0, paidPaise: 0 })),
      '2026-11',
    ).byMonth,
  );

/** Returns the seats of a path as column and row in CELLs from the base line. */
const places = ({ ground, paths }: ReturnType<typeof draw>, type: CourseType) =>
  [...(paths.find(({ courseType }) => courseType === type)?.d ?? '').matchAll(/M(\d+) (\d+)h(\d+)v10/g)].flatMap(
    ([, x, y, width]) =>
      Array.from({ length: Number(width) / CELL }, (_, n) => [Number(x) / CELL + n, (ground - Number(y)) / CELL - 1]),
  );

describe('months drawn in seats', () => {
  test('fill rows of four from the base line up, one path per course type', () => {
    const drawing = draw(['2025-12', 'B.Tech', 3], ['2025-12', 'ITI', 3], ['2026-01', 'ITI', 1]);
    expect(drawing.per).toBe(1);
    expect(drawing.paths.map(({ courseType }) => courseType)).toEqual(['B.Tech', 'ITI']);
    expect(places(drawing, 'B.Tech')).toEqual([
      [0, 0],
      [1, 0],
      [2, 0],
    ]);
    expect(places(drawing, 'ITI')).toEqual([
      [3, 0],
      [0, 1],
      [1, 1],
      [7, 0],
    ]);
  });

  test('have their number above the column, or on the base line if nothing was adopted', () => {
    const { columns, ground } = draw(['2025-12', 'B.Tech', 5]);
    const tops = columns.map(({ top }) => top);
    expect(tops).toEqual([ground - 2 * CELL - 4, ...Array(11).fill(ground - 4)]);
    expect(Math.min(...tops)).toBeGreaterThanOrEqual(12);
    expect(columns.map(({ seats }) => seats)).toEqual([5, ...Array(11).fill(0)]);
  });

  test('share one scale, and every non-zero month has a seat even beside a huge one', () => {
    const drawing = draw(['2026-10', 'M.Tech', 1], ['2026-11', 'B.Tech', 250_000], ['2026-11', 'Diploma', 2]);
    expect(drawing.per).toBe(5000);
    expect(
      [places(drawing, 'M.Tech'), places(drawing, 'B.Tech'), places(drawing, 'Diploma')].map((all) => all.length),
    ).toEqual([1, 50, 1]);
    expect(drawing.ground).toBeLessThanOrEqual(160);
  });

  test('stay inside the drawing', () => {
    const drawing = draw(['2025-12', 'B.Tech', 52], ['2026-11', 'ITI', 52]);
    const all = [...places(drawing, 'B.Tech'), ...places(drawing, 'ITI')];
    expect(Math.max(...all.map(([x]) => x!)) + 1).toBe(drawing.width / CELL);
    expect(Math.max(...all.map(([, y]) => y!)) + 1).toBeLessThan(drawing.ground / CELL);
  });
});
