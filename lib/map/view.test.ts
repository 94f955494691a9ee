import { describe, expect, test } from 'vitest';
import { firstView, MAP_OPTIONS, TILE_URL, toPixels } from './view';

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

  test('the initial view shows the whole state and fills the container, within the zoom limits', () => {
    for (const [width, height, expected] of [
      [928, 710, 7],
      [1568, 1020, 7.5],
      [375, 330, 6.5],
      [320, 300, 6.5],
      [470, 280, 6.5],
    ] as const) {
      const { zoom, scale } = firstView({ width, height });
      const [west, east] = [toPixels([24, 74.03], zoom), toPixels([24, 82.82], zoom)];
      const [north, south] = [toPixels([26.87, 78], zoom), toPixels([21.07, 78], zoom)];
      const filled = [((east.x - west.x) * scale) / width, ((south.y - north.y) * scale) / height];
      expect(zoom).toBe(expected);
      expect(Math.max(...filled)).toBeLessThanOrEqual(1);
      expect(Math.max(...filled)).toBeGreaterThan(0.85);
      expect((scale * 256) % 1).toBe(0);
    }
    expect(firstView({ width: 20_000, height: 20_000 }).zoom).toBe(9);
    expect(firstView({ width: 0, height: 0 })).toEqual({ zoom: 6.5, scale: Math.floor(0.4 * 256) / 256 });
  });

  test('degrees become Web Mercator pixels', () => {
    expect(toPixels([0, 0], 0)).toEqual({ x: 128, y: 128 });
    const bhopal = toPixels([23.2599, 77.4126], 10);
    expect(bhopal.x).toBeCloseTo((256 * 1024 * (77.4126 + 180)) / 360, 6);
    expect(bhopal.y / 256).toBeCloseTo(443.99, 1);
  });
});
