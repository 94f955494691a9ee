'use client';

import type { Map as LeafletMap } from 'leaflet';
import { lazy, startTransition, Suspense, useEffect, useState, type MouseEvent, type ReactNode } from 'react';
import { preload } from 'react-dom';
import { useTranslations } from 'use-intl';
import type { CourseType } from '@/db/schema/enums';
import { cn } from '@/components/platform/ui/cn';
import { courseTypeSlug } from '@/lib/catalogue/schema';
import type { ColorScale } from '@/lib/map/color-scale';
import type { FigureLayer } from '@/lib/map/figure-layer';
import type { MapCity, RegionCity } from '@/lib/map/district-cities';
import { BOUNDARY_SOURCES } from '@/lib/map/sources';
import { FullPattern } from './full-pattern';
import { ZoomButtons } from './zoom-buttons';

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
  /** The operator's figures of districts. */
  layer?: FigureLayer | null;
  /** The map as a drawing, shown until Leaflet has loaded. */
  drawing: ReactNode;
  /** Offered beside 'Try Again' when the map cannot be drawn; omitted on pages without a list. */
  onShowList?: () => void;
  /** Called with the touched, hovered or focused city. */
  onChoose?: (city: string) => void;
};

/** What made Leaflet start: a step of zoom, a district that the drawing cannot open, or neither. */
export type MapStart = { zoomed?: boolean; picked?: string };

const MapCanvas = lazy(async () => {
  // Same attributes as the later fetch, so that the browser reuses the response.
  preload(BOUNDARY_SOURCES[0]!, { as: 'fetch', crossOrigin: 'anonymous' });
  return { default: (await import('./map-canvas')).MapCanvas };
});

/**
 * The district map: a drawing by the server, and Leaflet in its place once the page has loaded. Without a pointer that
 * hovers, as on a phone, Leaflet waits until somebody zooms, pinches or taps a district without a city of its own, so
 * that a slow phone need not load it only to open a city.
 */
export function DistrictMap({ drawing, ...map }: DistrictMapProps) {
  const t = useTranslations('region');
  const [start, setStart] = useState<MapStart | null>(null);
  const [leaflet, setLeaflet] = useState<LeafletMap | null>(null);
  const [drawn, setDrawn] = useState(false);
  useEffect(() => {
    if (matchMedia('(hover: hover)').matches) startTransition(() => setStart({}));
  }, []);
  const pick = (event: MouseEvent) => {
    const target = event.target as Element;
    const district = target.closest<SVGElement>('[data-district]')?.dataset.district;
    if (district === undefined || target.closest('a:not([data-several])')) return;
    event.preventDefault();
    setStart({ picked: district });
  };
  return (
    <div data-type={courseTypeSlug(map.courseType)} className="shades absolute inset-0 isolate overflow-hidden">
      <FullPattern />
      <ZoomButtons map={leaflet} isStart={start?.zoomed === true} onStart={() => setStart({ zoomed: true })} />
      <div
        role="group"
        aria-label={t(start ? 'mapLabel' : 'drawingLabel')}
        className={cn('size-full', !start && 'touch-pan-x touch-pan-y')}
        onClickCapture={start ? undefined : pick}
        onTouchStart={({ touches }) => touches.length > 1 && setStart((now) => now ?? {})}
      >
        {!drawn && <div className="absolute inset-0 z-400 bg-sunken">{drawing}</div>}
        {start && (
          <Suspense>
            <MapCanvas {...map} start={start} onMap={setLeaflet} onDrawn={() => setDrawn(true)} />
          </Suspense>
        )}
      </div>
    </div>
  );
}
