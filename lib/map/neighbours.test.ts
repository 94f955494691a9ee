import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { DIRECTIONS, neighbourIn, type Place } from './neighbours';
import { anchorOf } from './district-cities';
import { readBoundaries } from './schema';
import { toPixels } from './view';

const at = (id: string, x: number, y: number): Place => ({ id, x, y });

/** Returns the ids that the arrow keys reach from a place. */
function reachable(from: Place, places: readonly Place[]): Set<string> {
  const seen = new Set([from.id]);
  const open = [from];
  for (let place = open.pop(); place; place = open.pop()) {
    for (const direction of DIRECTIONS) {
      const next = neighbourIn(direction, place, places);
      if (next && !seen.has(next.id)) {
        seen.add(next.id);
        open.push(next);
      }
    }
  }
  return seen;
}

describe('arrow keys on the map', () => {
  const middle = at('middle', 0, 0);
  const places = [middle, at('north', 5, -50), at('far north', 0, -200), at('east', 60, 10), at('south-west', -80, 70)];

  test('an arrow key moves to the nearest place ahead', () => {
    expect(neighbourIn('ArrowUp', middle, places)?.id).toBe('north');
    expect(neighbourIn('ArrowRight', middle, places)?.id).toBe('east');
    expect(neighbourIn('ArrowLeft', middle, places)?.id).toBe('south-west');
  });

  test('every district is reachable from every other, with all of them and with every third', () => {
    const { features } = readBoundaries(JSON.parse(readFileSync('public/geo/mp-districts.geojson', 'utf8')))!;
    const all = features.map((feature) => ({ id: feature.properties.district, ...toPixels(anchorOf(feature), 7) }));
    for (const offered of [all, ...[0, 1, 2].map((rest) => all.filter((_, i) => i % 3 === rest))]) {
      for (const from of offered) expect(reachable(from, offered).size).toBe(offered.length);
    }
  });
});
