'use client';

import { useMemo, type ReactNode } from 'react';
import type { MapCity } from '@/lib/map/district-cities';
import { regionStats } from '@/lib/map/region-stats';
import { DistrictMap } from './district-map';
import { MapCredit } from './map-credit';

/** The map over all course types on its own; a click leads to the city's courses. */
export function CityMap({ cities, drawing }: { cities: readonly MapCity[]; drawing: ReactNode }) {
  const { stats, colorScale } = useMemo(() => regionStats(cities, null), [cities]);
  return (
    <div className="absolute inset-0 flex flex-col">
      <div className="relative grow">
        <DistrictMap
          cities={cities}
          stats={stats}
          colorScale={colorScale}
          courseType={null}
          base="/course-list"
          drawing={drawing}
        />
      </div>
      <MapCredit />
    </div>
  );
}
