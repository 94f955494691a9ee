'use client';

import type { CourseSeats } from '@/lib/catalogue/schema';
import { DistrictMap } from './district-map';
import { useCityStats } from './use-city-stats';

/** The map over all course types by itself; a click leads to the city's courses. */
export function CityMap({ courses }: { courses: readonly CourseSeats[] }) {
  const { stats, ramp } = useCityStats(courses);
  return <DistrictMap stats={stats} ramp={ramp} courseType={null} base="/course-list" />;
}
