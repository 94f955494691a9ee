import type { CourseType } from '@/db/schema/enums';
import { sumSeats } from '@/lib/catalogue/rules';
import { colorScaleFor, type ColorScale } from './color-scale';
import { citiesByDistrict, cityStats, type MapCity, type RegionCity } from './district-cities';
import districts from '../catalogue/places/districts.json';

/** Seats by city of one course type or of all; `mapped`: the cities that the map shows. */
type RegionStats = { stats: RegionCity[]; mapped: RegionCity[]; colorScale: ColorScale };

/**
 * Returns the seats by city of one course type (null: any), and the shades of the districts. A city without a district
 * has no shade and does not affect the scale.
 */
export function regionStats(cities: readonly MapCity[], courseType: CourseType | null): RegionStats {
  const stats = cityStats(cities, courseType);
  const byDistrict = [...citiesByDistrict(districts, stats).cities.values()];
  const colorScale = colorScaleFor(byDistrict.map((cities) => sumSeats(cities).leftSeats));
  return { stats, mapped: byDistrict.flat(), colorScale };
}
