import 'server-only';
import { catalogueSummary } from '@/lib/catalogue/queries';
import { placeKey } from '@/lib/catalogue/rules';
import { compareNames } from '@/lib/platform/compare-names';
import { log } from '@/lib/platform/log';
import { noteFailedLoad } from '@/lib/platform/site/failed-load';
import { loadPlaces } from '@/lib/catalogue/places/queries';
import type { MapCity } from './district-cities';

/** The data of a map page. `problem` is the code of the message that explains why there are no courses. */
export type MapCities = { cities: MapCity[]; problem: 'course.none_valid' | 'course.load_failed' | null };

/**
 * Returns the seats of each city by course type, in alphabetical order, with the district and position of the city. Logs cities without a
 * district, each once per process. Never throws: the map is shown without highlights if the catalogue is empty, and
 * with a message if it cannot be read.
 */
export async function mapCities(): Promise<MapCities> {
  try {
    const [{ cities: rows }, places] = await Promise.all([catalogueSummary(), loadPlaces()]);
    const cities = new Map<string, MapCity>();
    for (const { city, courseType, totalSeats, leftSeats } of rows) {
      const key = placeKey(city);
      let entry = cities.get(key);
      if (!entry) {
        const place = places.find(city);
        entry = { city, district: places.districtOf(city), at: place && [place.lat, place.lon], seats: {} };
        cities.set(key, entry);
        if (entry.district === null) warnOnce(city);
      }
      const [total, left] = entry.seats[courseType] ?? [0, 0];
      entry.seats[courseType] = [total + totalSeats, left + leftSeats];
    }
    const sorted = [...cities.values()].sort((a, b) => compareNames(a.city, b.city));
    return { cities: sorted, problem: cities.size > 0 ? null : 'course.none_valid' };
  } catch (error) {
    await noteFailedLoad('map_courses_failed', error);
    return { cities: [], problem: 'course.load_failed' };
  }
}

const warned = new Set<string>();

function warnOnce(city: string): void {
  if (warned.has(city)) return;
  warned.add(city);
  log.warn('city_without_district', { city });
}
