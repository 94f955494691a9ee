import { useMemo } from 'react';
import { cityStats } from '@/lib/catalogue/rules';
import type { CityStats, CourseSeats } from '@/lib/catalogue/schema';
import { colorScaleFor, type ColorScale } from '@/lib/map/color-scale';
import { cityByDistrict } from '@/lib/map/district-cities';
import districts from '@/lib/map/districts.json';

/**
 * Seats by city, derived in the browser from slim rows (R-ENT-08), and the shades that follow from them. A city without a
 * district has no shade, so it does not set the scale either.
 * @returns `mapped`: of those cities the ones that the map shows
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
    return { stats, mapped, colorScale: colorScaleFor(mapped.map(({ available_seats }) => available_seats)) };
  }, [courses]);
}
