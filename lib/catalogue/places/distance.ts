/** Degrees of latitude and longitude. */
export type Position = { lat: number; lon: number };

/** Distances from a place that can be chosen, in kilometres. */
export const DISTANCES = [25, 50, 100, 200] as const;

/** Kilometres around a place that nobody chose, such as in 'near Indore'; a plan goes farther if a trade has no seats there. */
export const NEAR_KM = 50;

const EARTH_KM = 6371;

/** Returns the distance of two positions as the crow flies, in whole kilometres. */
export function distanceKm(a: Position, b: Position): number {
  const radians = (degrees: number) => (degrees * Math.PI) / 180;
  const [north, east] = [radians(b.lat - a.lat), radians(b.lon - a.lon)];
  const chord =
    Math.sin(north / 2) ** 2 + Math.cos(radians(a.lat)) * Math.cos(radians(b.lat)) * Math.sin(east / 2) ** 2;
  return Math.round(2 * EARTH_KM * Math.asin(Math.sqrt(chord)));
}
