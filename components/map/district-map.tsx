'use client';

import dynamic from 'next/dynamic';
import { preload } from 'react-dom';
import { useTranslations } from 'use-intl';
import type { CityStats, CourseType } from '@/lib/catalogue/schema';
import type { ColorScale } from '@/lib/map/color-scale';
import { BOUNDARY_SOURCES } from '@/lib/map/sources';

export type DistrictMapProps = {
  /** Seats of the cities that offer something. */
  stats: readonly CityStats[];
  colorScale: ColorScale;
  /** null: the map over all course types. */
  courseType: CourseType | null;
  /** The route below which a click leads to the city, e.g. '/course-list'. */
  base: string;
  /** Offered beside 'Try Again' when the map cannot be drawn; a map that stands alone has no list. */
  onShowList?: () => void;
  /** Told of the city that finger, pointer or keys are on. */
  onChoose?: (city: string) => void;
};

/** The district map. Leaflet needs a window, so it is loaded in the browser only, behind a skeleton of the same size; the boundaries meanwhile. */
export const DistrictMap = dynamic(() => import('./map-canvas').then((module) => module.MapCanvas), {
  ssr: false,
  loading: MapSkeleton,
});

function MapSkeleton() {
  // As the later fetch asks for it, so that the browser takes one for the other.
  preload(BOUNDARY_SOURCES[0]!, { as: 'fetch', crossOrigin: 'anonymous', fetchPriority: 'low' });
  const t = useTranslations('region');
  return (
    <div role="status" className="skeleton absolute inset-0">
      <span className="sr-only">{t('loadingMap')}</span>
    </div>
  );
}
