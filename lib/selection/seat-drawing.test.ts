import { describe, expect, test } from 'vitest';
import { commonScale, mixedRuns, seatRuns, seatScale, stripScale } from './seat-drawing';

const glyphs = (seats: { total: number; taken: number; yours?: number }, per: number) =>
  Object.fromEntries(seatRuns(seats, per).map((run) => [run.state, run.glyphs]));

describe('the seat field', () => {
  test('up to 60 seats each has a glyph; above, a glyph represents a round number of seats', () => {
    expect(seatScale(60)).toBe(1);
    expect(seatScale(61)).toBe(2);
    expect(seatScale(120)).toBe(2);
    expect(seatScale(121)).toBe(5);
    expect(seatScale(6480, 400)).toBe(18);
    expect(seatScale(5_000_000)).toBe(Math.ceil(5_000_000 / 60));
  });

  test('strips have one scale, at which one huge city does not shrink the others to a chair', () => {
    const similar = [60, 120, 180, 240, 360];
    expect(commonScale(similar, 40)).toBe(10);
    expect(similar.map((total) => stripScale(total, 10, 40))).toEqual([10, 10, 10, 10, 10]);
    const common = commonScale([...similar, 60_000], 40);
    expect(Math.ceil(240 / common)).toBeGreaterThanOrEqual(5);
    expect(stripScale(60, common, 40)).toBe(common);
    expect(stripScale(60_000, common, 40)).toBe(2000);
    expect(commonScale([], 40)).toBe(1);
    expect(commonScale([0, 3], 40)).toBe(1);
  });

  test('at one seat per glyph the numbers are exact', () => {
    expect(glyphs({ total: 60, taken: 19, yours: 12 }, 1)).toEqual({ taken: 19, yours: 12, open: 29 });
    expect(glyphs({ total: 30, taken: 30 }, 1)).toEqual({ taken: 30, yours: 0, open: 0 });
    expect(glyphs({ total: 0, taken: 0 }, 1)).toEqual({ taken: 0, yours: 0, open: 0 });
  });

  test('rounding never hides the last free seat, the first taken one or the sponsor’s own', () => {
    expect(glyphs({ total: 360, taken: 359 }, 10)).toEqual({ taken: 35, yours: 0, open: 1 });
    expect(glyphs({ total: 360, taken: 1 }, 10)).toEqual({ taken: 1, yours: 0, open: 35 });
    expect(glyphs({ total: 360, taken: 100, yours: 1 }, 10)).toEqual({ taken: 10, yours: 1, open: 25 });
    expect(glyphs({ total: 360, taken: 350, yours: 10 }, 10)).toEqual({ taken: 35, yours: 1, open: 0 });
  });

  test('in a mixed field every course type has at least one glyph, in the order given', () => {
    const parts = [
      { slug: 'btech', seats: 99 },
      { slug: 'iti', seats: 1 },
    ];
    expect(mixedRuns(parts, 10)).toEqual([
      { state: 'yours', slug: 'btech', glyphs: 10 },
      { state: 'yours', slug: 'iti', glyphs: 1 },
    ]);
    expect(mixedRuns(parts, 1, 'open').map(({ state, glyphs }) => [state, glyphs])).toEqual([
      ['open', 99],
      ['open', 1],
    ]);
  });
});
