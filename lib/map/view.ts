/** Latitude and longitude in degrees. */
export type LatLng = readonly [lat: number, lng: number];

/** The box that the map never leaves (R-REG-10): south-west, north-east. */
export const MAX_BOUNDS: readonly [LatLng, LatLng] = [
  [21.6, 74],
  [26.87, 82.8],
];

export const MIN_ZOOM = 6.5;
export const MAX_ZOOM = 9;
const ZOOM_STEP = 0.5;

/**
 * How the map is made: box R-REG-10, zoom R-REG-11, centre R-REG-12. The snap of half a level lets 6.5 be a zoom at all.
 * Leaflet's own keyboard, buttons and attribution are off: the map brings its own.
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

/** Where the background comes from (R-REG-21). */
export const TILE_URL = 'https://tile.openstreetmap.org/{z}/{x}/{y}.png';

/** The outermost points of the state; it reaches further south than the box. */
const STATE: readonly [LatLng, LatLng] = [
  [21.07, 74.03],
  [26.87, 82.82],
];

/** Web Mercator: pixels from the world's north-west corner at a zoom, 256 pixels a tile. */
export function toPixels([lat, lng]: LatLng, zoom: number): { x: number; y: number } {
  const world = 256 * 2 ** zoom;
  const sin = Math.sin((lat * Math.PI) / 180);
  return { x: world * (lng / 360 + 0.5), y: world * (0.5 - Math.log((1 + sin) / (1 - sin)) / (4 * Math.PI)) };
}

/** Room that is left free around the state, in CSS pixels a side. */
const MARGIN = 4;
const SMALLEST_SCALE = 0.4;
/** From here on the next zoom fits. */
const LARGEST_SCALE = 2 ** ZOOM_STEP;
/** Pixels of a tile; the scale is a multiple of one of them, so that tiles meet without a gap. */
export const TILE = 256;

/** How a map begins: its zoom, and the CSS pixels that a pixel of Web Mercator takes. */
export type FirstView = { zoom: number; scale: number };

/**
 * The largest zoom at which a container shows the whole state, within the limits (R-REG-11). Where even the smallest zoom
 * needs more room, as on a phone, the whole map is drawn smaller instead, so that the limits hold and nothing is out of sight;
 * where there is room between two zooms, it is drawn larger and fills it.
 * A container that holds the box is centred on the box, so what counts is how far the state reaches from the box's middle.
 * @param size CSS pixels of the container
 */
export function firstView(size: { width: number; height: number }): FirstView {
  const fit = (zoom: number) => {
    const { width, height } = extent(zoom);
    return Math.min((size.width - 2 * MARGIN) / width, (size.height - 2 * MARGIN) / height);
  };
  let zoom = MAX_ZOOM;
  while (zoom > MIN_ZOOM && fit(zoom) < 1) zoom -= ZOOM_STEP;
  const scale = Math.max(SMALLEST_SCALE, Math.min(LARGEST_SCALE, fit(zoom)));
  return { zoom, scale: Math.floor(scale * TILE) / TILE };
}

/** What a container needs to show the state at a zoom, the middle of the box in its middle. */
function extent(zoom: number): { width: number; height: number } {
  const [boxSouthWest, boxNorthEast] = MAX_BOUNDS.map((corner) => toPixels(corner, zoom)) as [Pixel, Pixel];
  const [southWest, northEast] = STATE.map((corner) => toPixels(corner, zoom)) as [Pixel, Pixel];
  const middle = { x: (boxSouthWest.x + boxNorthEast.x) / 2, y: (boxSouthWest.y + boxNorthEast.y) / 2 };
  return {
    width: 2 * Math.max(middle.x - southWest.x, northEast.x - middle.x),
    height: 2 * Math.max(middle.y - northEast.y, southWest.y - middle.y),
  };
}

type Pixel = { x: number; y: number };
