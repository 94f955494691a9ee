'use client';

import 'leaflet/dist/leaflet.css';
import './map.css';
import { CRS, svg, type Map as LeafletMap } from 'leaflet';
import { useEffect, useMemo, useState } from 'react';
import { MapContainer, TileLayer } from 'react-leaflet';
import { useTranslations } from 'use-intl';
import { courseTypeSlug } from '@/lib/catalogue/schema';
import { loadBoundaries } from '@/lib/map/boundaries';
import { citiesByDistrict } from '@/lib/map/district-cities';
import type { Boundaries } from '@/lib/map/schema';
import { BOUNDARY_SOURCES } from '@/lib/map/sources';
import { MAP_OPTIONS, MAX_BOUNDS, TILE, TILE_URL } from '@/lib/map/view';
import type { DistrictMapProps } from './district-map';
import { DistrictPanel } from './district-panel';
import { Districts, type Region } from './districts';
import { FingerScroll } from './finger-scroll';
import { Deferred } from './deferred';
import { MapFailure } from './map-failure';
import { useFirstView } from './use-first-view';
import { ZoomButtons } from './zoom-buttons';

const OPTIONS = { ...MAP_OPTIONS, center: [...MAP_OPTIONS.center] as [number, number], maxBounds: corners(MAX_BOUNDS) };

/**
 * Leaflet with tiles behind and districts in front. Failed tiles are ignored; failed boundaries show an error screen.
 */
export function MapCanvas({ cities, stats, colorScale, courseType, base, onShowList, onChoose }: DistrictMapProps) {
  const t = useTranslations('region');
  const { boundaries, retry } = useBoundaries();
  const { view, measure } = useFirstView();
  const [map, setMap] = useState<LeafletMap | null>(null);
  const [calm] = useState(motion);
  const [undecided, setUndecided] = useState<Region | null>(null);
  const offers = useMemo(() => {
    const names = boundaries?.features.map(({ properties }) => properties) ?? [];
    return citiesByDistrict(names, stats).cities;
  }, [boundaries, stats]);

  if (boundaries === null) return <MapFailure onRetry={retry} onShowList={onShowList} />;
  return (
    <div data-type={courseTypeSlug(courseType)} className="shades absolute inset-0 isolate overflow-hidden">
      <FullPattern />
      {map && <ZoomButtons key={view?.scale} map={map} />}
      <div ref={measure} role="group" aria-label={t('mapLabel')} className="size-full">
        {view && (
          <MapContainer
            key={view.scale}
            ref={setMap}
            {...OPTIONS}
            {...calm}
            zoom={view.zoom}
            crs={scaledCrs(view.scale)}
            renderer={svg({ padding: 1 })}
            className="size-full"
          >
            <TileLayer url={TILE_URL} {...tileOptions(view.scale)} />
            <FingerScroll />
            {boundaries && (
              <Deferred>
                <Districts
                  features={boundaries.features}
                  cities={offers}
                  colorScale={colorScale}
                  courseType={courseType}
                  base={base}
                  onChoose={onChoose}
                  onUndecided={setUndecided}
                />
              </Deferred>
            )}
          </MapContainer>
        )}
      </div>
      {undecided && (
        <DistrictPanel
          key={undecided.district}
          region={undecided}
          cities={cities}
          stats={stats}
          courseType={courseType}
          base={base}
          onClose={() => setUndecided(null)}
        />
      )}
    </div>
  );
}

/** Returns a Web Mercator CRS in which one default pixel takes `scale` CSS pixels; zoom levels are unchanged. */
function scaledCrs(scale: number): CRS {
  return {
    ...CRS.EPSG3857,
    scale: (zoom) => TILE * scale * 2 ** zoom,
    zoom: (pixels) => Math.log2(pixels / (TILE * scale)),
  };
}

/**
 * Returns tile options. On a small map, tiles one level lower are sharp enough and a quarter of the number; on
 * high-density screens they would be blurred.
 */
function tileOptions(scale: number): { tileSize: number; zoomOffset: number } {
  const coarser = scale < 0.75 && devicePixelRatio < 1.5 ? 1 : 0;
  return { tileSize: TILE * scale * 2 ** coarser, zoomOffset: -coarser };
}

/**
 * Returns the animation options: Leaflet animates in JavaScript, so prefers-reduced-motion must be passed as options.
 */
function motion() {
  const calm = matchMedia('(prefers-reduced-motion: reduce)').matches;
  return { zoomAnimation: !calm, fadeAnimation: !calm, markerZoomAnimation: !calm, inertia: !calm };
}

/** Returns the boundaries: undefined while loading, null when every source failed. */
function useBoundaries(): { boundaries: Boundaries | null | undefined; retry: () => void } {
  const [boundaries, setBoundaries] = useState<Boundaries | null>();
  const [attempt, setAttempt] = useState(0);
  useEffect(() => {
    let current = true;
    void loadBoundaries(BOUNDARY_SOURCES).then((loaded) => current && setBoundaries(loaded));
    return () => {
      current = false;
    };
  }, [attempt]);
  const retry = () => {
    setBoundaries(undefined);
    setAttempt((n) => n + 1);
  };
  return { boundaries, retry };
}

/** The hatching of districts whose seats are all adopted; map.css refers to it by its id. */
function FullPattern() {
  return (
    <svg aria-hidden className="absolute size-0">
      <pattern id="district-full" width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
        <path d="M0 0h6v6H0z" className="fill-land" />
        <path d="M0 0v6" className="stroke-ink-2 stroke-2" />
      </pattern>
    </svg>
  );
}

function corners([southWest, northEast]: typeof MAX_BOUNDS): [[number, number], [number, number]] {
  return [
    [southWest[0], southWest[1]],
    [northEast[0], northEast[1]],
  ];
}
