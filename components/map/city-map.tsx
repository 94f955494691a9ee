'use client';

import type { CourseSeats } from '@/lib/catalogue/schema';
import { DistrictMap } from './district-map';
import { MapCredit } from './map-credit';
import { useCityStats } from './use-city-stats';

/** The map over all course types on its own; a click leads to the city's courses. */
export function CityMap({ courses }: { courses: readonly CourseSeats[] }) {
  const { stats, colorScale } = useCityStats(courses);
  return (
    <div className="absolute inset-0 flex flex-col">
      <div className="relative grow">
        <DistrictMap stats={stats} colorScale={colorScale} courseType={null} base="/course-list" />
      </div>
      <MapCredit />
    </div>
  );
}
