/** Latitude and longitude in degrees. */
export type LatLng = readonly [lat: number, lng: number];

/** The bounds of the map: south-west, north-east. */
export const MAX_BOUNDS: readonly [LatLng, LatLng] = [
  [21.6, 74],
  [26.87, 82.8],
];

export const MIN_ZOOM = 6.5;
export const MAX_ZOOM = 9;
const ZOOM_STEP = 0.5;

/**
 * Leaflet's options: bounds R-REG-10, zoom R-REG-11, centre R-REG-12. The zoom snap of 0.5 makes 6.5 possible.
 * Leaflet's own keyboard handling, buttons and attribution are off: the map provides its own.
 */
export const MAP_OPTIONS = {
  center: [23.75, 77.5] as LatLng,
  minZoom: MIN_ZOOM,
  maxZoom: MAX_ZOOM,
  zoomSnap: ZOOM_STEP,
  zoomDelta: ZOOM_STEP,
  maxBounds: MAX_BOUNDS,
  maxBoundsViscosity: 1,
  keyboard: false,
  zoomControl: false,
  attributionControl: false,
} as const;

/** The tile server of the background. */
export const TILE_URL = 'https://tile.openstreetmap.org/{z}/{x}/{y}.png';

/** The extreme points of the state; it reaches further south than MAX_BOUNDS. */
const STATE: readonly [LatLng, LatLng] = [
  [21.07, 74.03],
  [26.87, 82.82],
];

/** Converts to Web Mercator: pixels from the north-west corner at a zoom, 256 pixels per tile. */
export function toPixels([lat, lng]: LatLng, zoom: number): { x: number; y: number } {
  const world = 256 * 2 ** zoom;
  const sin = Math.sin((lat * Math.PI) / 180);
  return { x: world * (lng / 360 + 0.5), y: world * (0.5 - Math.log((1 + sin) / (1 - sin)) / (4 * Math.PI)) };
}

/** Margin around the state, in CSS pixels per side. */
const MARGIN = 4;
const SMALLEST_SCALE = 0.4;
/** At this scale the next zoom level fits. */
const LARGEST_SCALE = 2 ** ZOOM_STEP;
/** Pixels of a tile; the scale is a multiple of 1/TILE, so that tiles meet without gaps. */
export const TILE = 256;

/** The initial view: its zoom, and CSS pixels per Web Mercator pixel. */
export type FirstView = { zoom: number; scale: number };

/**
 * Returns the largest zoom at which a container shows the whole state, within the zoom limits (R-REG-11). If even the
 * smallest zoom is too large, as on a phone, the map is scaled down, so that the limits hold and everything is visible;
 * if there is space between two zooms, it is scaled up. A container larger than the bounds is centred on them, so the
 * state's extent is measured from their centre.
 * @param size container in CSS pixels
 */
export function firstView(size: { width: number; height: number }): FirstView {
  const fit = (zoom: number) => {
    const { width, height } = stateBox(zoom);
    return Math.min((size.width - 2 * MARGIN) / width, (size.height - 2 * MARGIN) / height);
  };
  let zoom = MAX_ZOOM;
  while (zoom > MIN_ZOOM && fit(zoom) < 1) zoom -= ZOOM_STEP;
  const scale = Math.max(SMALLEST_SCALE, Math.min(LARGEST_SCALE, fit(zoom)));
  return { zoom, scale: Math.floor(scale * TILE) / TILE };
}

/** Returns the smallest box that shows the state at a zoom with the bounds centred, in pixels as of `toPixels`. */
export function stateBox(zoom: number): Pixel & { width: number; height: number } {
  const [boxSouthWest, boxNorthEast] = MAX_BOUNDS.map((corner) => toPixels(corner, zoom)) as [Pixel, Pixel];
  const [southWest, northEast] = STATE.map((corner) => toPixels(corner, zoom)) as [Pixel, Pixel];
  const middle = { x: (boxSouthWest.x + boxNorthEast.x) / 2, y: (boxSouthWest.y + boxNorthEast.y) / 2 };
  const width = 2 * Math.max(middle.x - southWest.x, northEast.x - middle.x);
  const height = 2 * Math.max(middle.y - northEast.y, southWest.y - middle.y);
  return { x: middle.x - width / 2, y: middle.y - height / 2, width, height };
}

type Pixel = { x: number; y: number };
