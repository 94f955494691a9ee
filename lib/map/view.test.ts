import { describe, expect, test } from 'vitest';
import { MAP_OPTIONS, TILE_URL } from './view';

describe('the map view', () => {
  test('R-REG-10 the map is restricted to 21.6,74 to 26.87,82.8 with solid bounds', () => {
    expect(MAP_OPTIONS.maxBounds).toEqual([
      [21.6, 74],
      [26.87, 82.8],
    ]);
    expect(MAP_OPTIONS.maxBoundsViscosity).toBe(1);
  });

  test('R-REG-11 zoom ranges from 6.5 to 9, and the snap allows 6.5', () => {
    expect([MAP_OPTIONS.minZoom, MAP_OPTIONS.maxZoom]).toEqual([6.5, 9]);
    expect(MAP_OPTIONS.minZoom % MAP_OPTIONS.zoomSnap).toBe(0);
  });

  test('R-REG-12 the map is centred at 23.75, 77.5', () => {
    expect(MAP_OPTIONS.center).toEqual([23.75, 77.5]);
  });

  test('R-REG-21 tiles come from the OpenStreetMap server', () => {
    expect(new URL(TILE_URL.replace(/\{.\}/g, '0')).host).toBe('tile.openstreetmap.org');
  });
});
