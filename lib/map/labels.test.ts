import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { placeLabels, type Label } from './labels';
import { readBoundaries } from './schema';
import { anchorOf } from './district-cities';
import { toPixels } from './view';

const area = { left: 0, right: 400, top: 0, bottom: 300 };
const label = (id: string, x: number, y: number, weight: number): Label => ({
  id,
  x,
  y,
  width: 80,
  shortWidth: 50,
  height: 20,
  weight,
});

const holds = (
  box: { left: number; right: number; top: number; bottom: number },
  { x, y }: { x: number; y: number },
): boolean => x > box.left && x < box.right && y > box.top && y < box.bottom;

describe('labels on the map', () => {
  test('R-REG-03 a label with space around it is to the right of its dot', () => {
    expect(placeLabels([label('a', 100, 100, 1)], area).get('a')).toEqual({ dx: 6, dy: -10, short: false });
  });

  test('the heavier city gets the first position, the other one moves', () => {
    const placed = placeLabels([label('small', 100, 105, 1), label('large', 100, 95, 9)], area);
    expect(placed.get('large')).toEqual({ dx: 6, dy: -10, short: false });
    expect(placed.get('small')!.dx).toBeLessThan(0);
  });

  test('if the full label does not fit, the name alone is placed', () => {
    const narrow = { left: 0, right: 60, top: 0, bottom: 300 };
    expect(placeLabels([label('a', 30, 100, 1)], narrow).get('a')).toEqual({ dx: -25, dy: -26, short: true });
  });

  test('at the edge a label flips inwards, and one without a free position is omitted', () => {
    expect(placeLabels([label('a', 390, 100, 1)], area).get('a')!.dx).toBe(-86);
    const narrow = { left: 0, right: 50, top: 0, bottom: 50 };
    expect(placeLabels([label('a', 25, 25, 1)], narrow).size).toBe(0);
  });

  test('a label does not cover obstacles on the map', () => {
    const buttons = { x: 105, y: 80, width: 60, height: 60 };
    expect(placeLabels([label('a', 100, 100, 1)], area, [buttons]).get('a')!.dx).toBeLessThan(-80);
  });

  test('R-REG-03 a label without a free position at its dot is placed further away, with a leader line', () => {
    const ways = [-20, 0, 20];
    const crowd = ways
      .flatMap((dx) =>
        ways.map((dy) => ({ ...label(`${dx} ${dy}`, 200 + dx, 150 + dy, 9), width: 2, shortWidth: 2, height: 2 })),
      )
      .filter(({ x, y }) => x !== 200 || y !== 150);
    const place = placeLabels([label('a', 200, 150, 1), ...crowd], area).get('a')!;
    expect(place.short).toBe(true);
    const { x, y } = place.leader!;
    expect(Math.hypot(x, y)).toBeGreaterThanOrEqual(20);
    expect([
      x === place.dx || x === place.dx + 50 || x === 0,
      y === place.dy || y === place.dy + 20 || y === 0,
    ]).toEqual([true, true]);
  });

  test('R-REG-03 of two neighbouring cities neither is omitted because the heavier one took the only position', () => {
    const strip = { left: -20, right: 160, top: 0, bottom: 24 };
    const placed = placeLabels([label('large', 40, 12, 9), label('small', 110, 12, 1)], strip);
    expect([...placed.keys()].toSorted()).toEqual(['large', 'small']);
  });

  test.each([7, 7.5])(
    'R-REG-03 with courses in every district, every label is placed at zoom %d and covers no label, dot or line',
    (zoom) => {
      const { features } = readBoundaries(JSON.parse(readFileSync('public/geo/mp-districts.geojson', 'utf8')))!;
      const labels = features.map((feature, i) => {
        const { x, y } = toPixels(anchorOf(feature), zoom);
        const { length } = feature.properties.district;
        return {
          id: feature.properties.district,
          x,
          y,
          width: 8 * length + 24,
          shortWidth: 8 * length,
          height: 20,
          weight: i,
        };
      });
      const corners = { left: toPixels([0, 73.5], zoom).x, right: toPixels([0, 83.3], zoom).x };
      const whole = { ...corners, top: toPixels([27, 0], zoom).y, bottom: toPixels([21, 0], zoom).y };
      const placed = placeLabels(labels, whole);
      const boxes = labels
        .filter(({ id }) => placed.has(id))
        .map(({ id, x, y, width, shortWidth, height }) => {
          const { dx, dy, short, leader } = placed.get(id)!;
          const middle = leader && { x: x + leader.x / 2, y: y + leader.y / 2 };
          return {
            id,
            middle,
            left: x + dx,
            right: x + dx + (short ? shortWidth : width),
            top: y + dy,
            bottom: y + dy + height,
          };
        });
      for (const [i, a] of boxes.entries()) {
        for (const b of boxes.slice(i + 1)) {
          expect(a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom).toBe(false);
        }
        for (const { middle } of boxes) expect(middle && holds(a, middle)).toBeFalsy();
        for (const point of labels) expect(holds(a, point)).toBe(false);
      }
      expect(placed.size).toBe(55);
    },
  );
});
