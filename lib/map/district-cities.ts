import { districtMatcher } from '@/lib/catalogue/rules';
import type { CityStats, CourseType, DistrictNames } from '@/lib/catalogue/schema';
import type { DistrictFeature } from './schema';
import type { LatLng } from './view';

/**
 * Assigns cities to their districts. If a district has two cities, the map shows the one with more seats; the other one
 * is only in the list view.
 * @returns `offers`: district → its city; `unmatched`: cities without a known district
 */
export function cityByDistrict(
  districts: readonly DistrictNames[],
  stats: readonly CityStats[],
): { cities: Map<string, CityStats>; unmatched: string[] } {
  const districtOf = districtMatcher(districts);
  const cities = new Map<string, CityStats>();
  const unmatched: string[] = [];
  for (const city of stats) {
    const district = districtOf(city.city);
    if (district === null) unmatched.push(city.city);
    else if (city.totalSeats > (cities.get(district)?.totalSeats ?? -1)) cities.set(district, city);
  }
  return { cities: cities, unmatched };
}

/** Returns the position of a district's dot: its headquarters, or the centre of its outline if the file has none. */
export function anchorOf({ properties: { lat, lon }, geometry }: DistrictFeature): LatLng {
  if (typeof lat === 'number' && typeof lon === 'number') return [lat, lon];
  const rings =
    geometry.type === 'Polygon' ? [geometry.coordinates[0]!] : geometry.coordinates.map(([outer]) => outer!);
  const outline = rings.reduce((longest, ring) => (ring.length > longest.length ? ring : longest));
  const middle = (axis: 0 | 1) => {
    const values = outline.map((position) => position[axis]);
    return (Math.min(...values) + Math.max(...values)) / 2;
  };
  return [middle(1), middle(0)];
}

/** Returns the URL of a city's courses below `base`, e.g. '/course-list'. */
export function cityHref(base: string, city: string, courseType: CourseType | null): string {
  return [base, city, ...(courseType ? [courseType] : [])]
    .map((part, i) => (i ? encodeURIComponent(part) : part))
    .join('/');
}
