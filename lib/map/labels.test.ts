import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { placeLabels, type Label } from './labels';
import { boundariesSchema } from './schema';
import { anchorOf } from './offers';
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

describe('labels on the map', () => {
  test('R-REG-03 a label with room around it stands right of its dot', () => {
    expect(placeLabels([label('a', 100, 100, 1)], area).get('a')).toEqual({ dx: 6, dy: -10, short: false });
  });

  test('the weightier city takes the first place, the other one moves', () => {
    const placed = placeLabels([label('small', 100, 105, 1), label('large', 100, 95, 9)], area);
    expect(placed.get('large')).toEqual({ dx: 6, dy: -10, short: false });
    expect(placed.get('small')!.dx).toBeLessThan(0);
  });

  test('where the full label finds no place, the name alone does', () => {
    const narrow = { left: 0, right: 60, top: 0, bottom: 300 };
    expect(placeLabels([label('a', 30, 100, 1)], narrow).get('a')).toEqual({ dx: -25, dy: -26, short: true });
  });

  test('at the edge a label turns inwards, and one without any free place is left out', () => {
    expect(placeLabels([label('a', 390, 100, 1)], area).get('a')!.dx).toBe(-86);
    const narrow = { left: 0, right: 50, top: 0, bottom: 50 };
    expect(placeLabels([label('a', 25, 25, 1)], narrow).size).toBe(0);
  });

  test('R-REG-03 with every district offered, no label covers another label or a dot, and most find a place at zoom 7.5', () => {
    const { features } = boundariesSchema.parse(JSON.parse(readFileSync('public/geo/mp-districts.geojson', 'utf8')));
    const labels = features.map((feature, i) => {
      const { x, y } = toPixels(anchorOf(feature), 7.5);
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
    const corners = { left: toPixels([0, 74], 7.5).x, right: toPixels([0, 83], 7.5).x };
    const whole = { ...corners, top: toPixels([27, 0], 7.5).y, bottom: toPixels([21, 0], 7.5).y };
    const placed = placeLabels(labels, whole);
    const boxes = labels
      .filter(({ id }) => placed.has(id))
      .map(({ id, x, y, width, shortWidth, height }) => {
        const { dx, dy, short } = placed.get(id)!;
        return { left: x + dx, right: x + dx + (short ? shortWidth : width), top: y + dy, bottom: y + dy + height };
      });
    for (const [i, a] of boxes.entries()) {
      for (const b of boxes.slice(i + 1)) {
        expect(a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom).toBe(false);
      }
      for (const { x, y } of labels) expect(x > a.left && x < a.right && y > a.top && y < a.bottom).toBe(false);
    }
    expect(placed.size).toBeGreaterThan(45);
  });
});
