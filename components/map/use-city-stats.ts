import { useMemo } from 'react';
import { sumSeats } from '@/lib/catalogue/rules';
import type { CourseType } from '@/lib/catalogue/schema';
import { colorScaleFor, type ColorScale } from '@/lib/map/color-scale';
import { citiesByDistrict, cityStats, type MapCity, type RegionCity } from '@/lib/map/district-cities';
import districts from '@/lib/map/districts.json';

/**
 * Returns the seats by city of one course type or of all, and the shades of the districts. A city without a district
 * has no shade and does not affect the scale.
 * @returns `mapped`: the cities that the map shows
 */
export function useCityStats(
  cities: readonly MapCity[],
  courseType: CourseType | null,
): { stats: RegionCity[]; mapped: RegionCity[]; colorScale: ColorScale } {
  return useMemo(() => {
    const stats = cityStats(cities, courseType);
    const byDistrict = [...citiesByDistrict(districts, stats).cities.values()];
    const colorScale = colorScaleFor(byDistrict.map((own) => sumSeats(own).leftSeats));
    return { stats, mapped: byDistrict.flat(), colorScale };
  }, [cities, courseType]);
}
