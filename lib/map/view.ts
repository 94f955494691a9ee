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

/**
 * The largest zoom at which a container shows the whole state, within the limits (R-REG-11). A container that holds the box is
 * centred on the box, so what counts is how far the state reaches from the box's middle.
 * @param size pixels of the container
 */
export function initialZoom(size: { width: number; height: number }): number {
  const fits = (zoom: number) => {
    const [boxSouthWest, boxNorthEast] = MAX_BOUNDS.map((corner) => toPixels(corner, zoom)) as [Pixel, Pixel];
    const [southWest, northEast] = STATE.map((corner) => toPixels(corner, zoom)) as [Pixel, Pixel];
    const middle = { x: (boxSouthWest.x + boxNorthEast.x) / 2, y: (boxSouthWest.y + boxNorthEast.y) / 2 };
    const reach = {
      x: Math.max(middle.x - southWest.x, northEast.x - middle.x),
      y: Math.max(middle.y - northEast.y, southWest.y - middle.y),
    };
    return 2 * reach.x <= size.width && 2 * reach.y <= size.height;
  };
  let zoom = MAX_ZOOM;
  while (zoom > MIN_ZOOM && !fits(zoom)) zoom -= ZOOM_STEP;
  return zoom;
}

type Pixel = { x: number; y: number };
