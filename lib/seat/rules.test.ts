import { describe, expect, test } from 'vitest';
import { commonScale, drawSeats, mixedRuns, runsInTurn, seatPosition, seatRuns, seatScale, stripScale } from './rules';

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

  test('seats fill in turns, from the twelfth on together, and none is lost', () => {
    const turns = (...runs: [string, number][]) =>
      runsInTurn(runs.map(([slug, count]) => ({ state: 'yours', slug, glyphs: count }))).map((run) => [
        run.slug,
        run.glyphs,
        run.turn,
      ]);
    expect(turns(['btech', 2], ['iti', 1])).toEqual([
      ['btech', 1, 0],
      ['btech', 1, 1],
      ['iti', 1, 2],
    ]);
    expect(turns(['btech', 17], ['iti', 11]).slice(10)).toEqual([
      ['btech', 1, 10],
      ['btech', 6, 11],
      ['iti', 11, 11],
    ]);
    expect(turns(['btech', 12])).toHaveLength(12);
  });

  test('seats are placed in rows: five, an aisle, five', () => {
    expect(seatPosition(4, 10)).toEqual({ x: 36, y: 0 });
    expect(seatPosition(5, 10)).toEqual({ x: 49, y: 0 });
    expect(seatPosition(10, 10)).toEqual({ x: 0, y: 10 });
  });

  test('a drawing has one path per look, and the width of its longest row', () => {
    const drawing = drawSeats(seatRuns({ total: 17, taken: 3 }, 1), 10, { board: true });
    expect(drawing.paths.map((path) => path.state)).toEqual(['taken', 'open']);
    expect(drawing).toMatchObject({ width: 92, height: 22, board: 'M18 0h55v2h-55z' });
    expect(drawing.paths[0]!.d.match(/M/g)).toHaveLength(3);
  });

  test('runs are drawn as at most three rectangles, which cover exactly their seats', () => {
    const drawing = drawSeats(seatRuns({ total: 60, taken: 23 }, 1), 10, { asRuns: true });
    expect(drawing.paths.map((path) => path.d)).toEqual([
      'M0 0h92v17h-92zM0 20h25v7h-25z',
      'M27 20h65v7h-65zM0 30h92v27h-92z',
    ]);
    const short = drawSeats(seatRuns({ total: 9, taken: 2 }, 1), 5, { asRuns: true });
    expect(short.paths.map((path) => path.d)).toEqual(['M0 0h16v7h-16z', 'M18 0h25v7h-25zM0 10h34v7h-34z']);
  });
});
