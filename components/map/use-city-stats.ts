import { useMemo } from 'react';
import { cityStats } from '@/lib/catalogue/rules';
import type { CityStats, CourseSeats } from '@/lib/catalogue/schema';
import { colorScaleFor, type ColorScale } from '@/lib/map/color-scale';
import { cityByDistrict } from '@/lib/map/district-cities';
import districts from '@/lib/map/districts.json';

/**
 * Computes seats by city in the browser, and the shades of the map. A city without a district has no shade and does not
 * affect the scale.
 * @returns `mapped`: the cities that the map shows
 */
export function useCityStats(courses: readonly CourseSeats[]): {
  stats: CityStats[];
  mapped: CityStats[];
  colorScale: ColorScale;
} {
  return useMemo(() => {
    const stats = cityStats(courses);
    const { cities } = cityByDistrict(districts, stats);
    const mapped = [...cities.values()];
    return { stats, mapped, colorScale: colorScaleFor(mapped.map(({ leftSeats }) => leftSeats)) };
  }, [courses]);
}
