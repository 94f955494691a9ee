import { useMemo } from 'react';
import { cityStats } from '@/lib/catalogue/rules';
import type { CityStats, CourseSeats } from '@/lib/catalogue/schema';
import districts from '@/lib/map/districts.json';
import { offersByDistrict } from '@/lib/map/offers';
import { rampFor, type Ramp } from '@/lib/map/ramp';

/**
 * Seats by city, derived in the browser from slim rows (R-ENT-08), and the shades that follow from them. A city without a
 * district has no shade, so it does not set the scale either.
 * @returns `mapped`: of those cities the ones that the map shows
 */
export function useCityStats(courses: readonly CourseSeats[]): {
  stats: CityStats[];
  mapped: CityStats[];
  ramp: Ramp;
} {
  return useMemo(() => {
    const stats = cityStats(courses);
    const { offers } = offersByDistrict(districts, stats);
    const mapped = [...offers.values()];
    return { stats, mapped, ramp: rampFor(mapped.map(({ available_seats }) => available_seats)) };
  }, [courses]);
}
