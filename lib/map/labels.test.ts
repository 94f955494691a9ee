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
