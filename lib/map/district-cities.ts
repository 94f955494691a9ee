import type { CourseType } from '@/db/schema/enums';
import { districtMatcher } from '@/lib/catalogue/rules';
import type { CityStats, DistrictNames } from '@/lib/catalogue/schema';
import type { DistrictFeature } from './schema';
import type { LatLng } from './view';

/**
 * A city as the map gets it: its seats by course type, and its district and position by the list of places, null if it
 * is on no map. Seats that are not left are adopted or held.
 */
export type MapCity = {
  city: string;
  district: string | null;
  at: LatLng | null;
  seats: Partial<Record<CourseType, readonly [total: number, left: number]>>;
};

/** Seats of a city, of one course type or of all, with its district and position by the list of places. */
export type RegionCity = CityStats & Pick<MapCity, 'district' | 'at'>;

/** Returns the seats of the cities that offer a course type (null: any), in the order of `cities`. */
export function cityStats(cities: readonly MapCity[], courseType: CourseType | null): RegionCity[] {
  return cities.flatMap(({ city, district, at, seats }) => {
    const counts = courseType ? [seats[courseType]] : Object.values(seats);
    const offered = counts.filter((count) => count !== undefined);
    if (offered.length === 0) return [];
    const [totalSeats, leftSeats] = [0, 1].map((i) => offered.reduce((sum, count) => sum + count[i]!, 0)) as [
      number,
      number,
    ];
    return [{ city, district, at, totalSeats, leftSeats, takenSeats: totalSeats - leftSeats }];
  });
}

/**
 * Assigns cities to districts of a boundary file: by its names and aliases, else by the city's district in the list of
 * places.
 * @returns `cities`: district → its cities, the largest first; `unmatched`: cities without a known district
 */
export function citiesByDistrict<C extends CityStats & { district?: string | null }>(
  districts: readonly DistrictNames[],
  stats: readonly C[],
): { cities: Map<string, [C, ...C[]]>; unmatched: string[] } {
  const districtOf = districtMatcher(districts);
  const cities = new Map<string, [C, ...C[]]>();
  const unmatched: string[] = [];
  for (const city of stats.toSorted((a, b) => b.totalSeats - a.totalSeats)) {
    const district = districtOf(city.city) ?? (city.district ? districtOf(city.district) : null);
    if (district === null) unmatched.push(city.city);
    else if (cities.get(district)?.push(city) === undefined) cities.set(district, [city]);
  }
  return { cities, unmatched };
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

/** Returns the position of a city: a district's own is that of the boundary file, a town's that of the list of places. */
export function positionOf({ city, at }: RegionCity, { properties }: DistrictFeature, anchor: LatLng): LatLng {
  const isSeat = districtMatcher([properties])(city) === properties.district;
  return isSeat || !at ? anchor : at;
}

/** Returns the URL of a city's courses below `base`, e.g. '/course-list'. */
export function cityHref(base: string, city: string, courseType: CourseType | null): string {
  return [base, city, ...(courseType ? [courseType] : [])]
    .map((part, i) => (i ? encodeURIComponent(part) : part))
    .join('/');
}
