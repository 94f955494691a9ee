import { describe, expect, test } from 'vitest';
import { initialZoom, MAP_OPTIONS, TILE_URL, toPixels } from './view';

describe('the map view', () => {
  test('R-REG-10 the map is restricted to 21.6,74 to 26.87,82.8 and does not give way at the edge', () => {
    expect(MAP_OPTIONS.maxBounds).toEqual([
      [21.6, 74],
      [26.87, 82.8],
    ]);
    expect(MAP_OPTIONS.maxBoundsViscosity).toBe(1);
  });

  test('R-REG-11 zoom goes from 6.5 to 9, and the snap makes 6.5 reachable', () => {
    expect([MAP_OPTIONS.minZoom, MAP_OPTIONS.maxZoom]).toEqual([6.5, 9]);
    expect(MAP_OPTIONS.minZoom % MAP_OPTIONS.zoomSnap).toBe(0);
  });

  test('R-REG-12 the map is centred at 23.75, 77.5', () => {
    expect(MAP_OPTIONS.center).toEqual([23.75, 77.5]);
  });

  test('R-REG-21 tiles come from the OpenStreetMap server', () => {
    expect(new URL(TILE_URL.replace(/\{.\}/g, '0')).host).toBe('tile.openstreetmap.org');
  });

  test('the first zoom shows the whole state where it fits and keeps to the limits where it does not', () => {
    expect(initialZoom({ width: 928, height: 740 })).toBe(7);
    expect(initialZoom({ width: 1568, height: 1020 })).toBe(7.5);
    expect(initialZoom({ width: 375, height: 448 })).toBe(6.5);
    expect(initialZoom({ width: 0, height: 0 })).toBe(6.5);
    expect(initialZoom({ width: 20_000, height: 20_000 })).toBe(9);
  });

  test('degrees become Web Mercator pixels', () => {
    expect(toPixels([0, 0], 0)).toEqual({ x: 128, y: 128 });
    const bhopal = toPixels([23.2599, 77.4126], 10);
    expect(bhopal.x).toBeCloseTo((256 * 1024 * (77.4126 + 180)) / 360, 6);
    expect(bhopal.y / 256).toBeCloseTo(443.99, 1);
  });
});
