'use client';

import type { MapCity } from '@/lib/map/district-cities';
import { DistrictMap } from './district-map';
import { MapCredit } from './map-credit';
import { useCityStats } from './use-city-stats';

/** The map over all course types on its own; a click leads to the city's courses. */
export function CityMap({ cities }: { cities: readonly MapCity[] }) {
  const { stats, colorScale } = useCityStats(cities, null);
  return (
    <div className="absolute inset-0 flex flex-col">
      <div className="relative grow">
        <DistrictMap cities={cities} stats={stats} colorScale={colorScale} courseType={null} base="/course-list" />
      </div>
      <MapCredit />
    </div>
  );
}
