'use client';

import dynamic from 'next/dynamic';
import { preload } from 'react-dom';
import { useTranslations } from 'use-intl';
import type { CourseType } from '@/lib/catalogue/schema';
import type { ColorScale } from '@/lib/map/color-scale';
import type { MapCity, RegionCity } from '@/lib/map/district-cities';
import { BOUNDARY_SOURCES } from '@/lib/map/sources';

export type DistrictMapProps = {
  /** All cities with open courses, also of other types. */
  cities: readonly MapCity[];
  /** Seats of the cities that offer the type. */
  stats: readonly RegionCity[];
  colorScale: ColorScale;
  /** null: the map over all course types. */
  courseType: CourseType | null;
  /** The parent route of a city's courses, e.g. '/course-list'. */
  base: string;
  /** Offered beside 'Try Again' when the map cannot be drawn; omitted on pages without a list. */
  onShowList?: () => void;
  /** Called with the touched, hovered or focused city. */
  onChoose?: (city: string) => void;
};

/**
 * The district map. Leaflet needs a window, so it loads in the browser only, behind a skeleton of the same size; the
 * boundaries load in parallel with it, and not with the page's own scripts.
 */
export const DistrictMap = dynamic(loadMap, { ssr: false, loading: MapSkeleton });

async function loadMap() {
  // Same attributes as the later fetch, so that the browser reuses the response.
  preload(BOUNDARY_SOURCES[0]!, { as: 'fetch', crossOrigin: 'anonymous' });
  return (await import('./map-canvas')).MapCanvas;
}

function MapSkeleton() {
  const t = useTranslations('region');
  return (
    <div role="status" className="skeleton absolute inset-0">
      <span className="sr-only">{t('loadingMap')}</span>
    </div>
  );
}
