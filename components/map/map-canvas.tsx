'use client';

import 'leaflet/dist/leaflet.css';
import { CRS, svg, type Map as LeafletMap } from 'leaflet';
import { useEffect, useEffectEvent, useMemo, useState } from 'react';
import { MapContainer, TileLayer } from 'react-leaflet';
import { loadBoundaries } from '@/lib/map/boundaries';
import { citiesByDistrict } from '@/lib/map/district-cities';
import type { Boundaries } from '@/lib/map/schema';
import { BOUNDARY_SOURCES } from '@/lib/map/sources';
import { MAP_OPTIONS, MAX_BOUNDS, MAX_ZOOM, TILE, TILE_URL } from '@/lib/map/view';
import type { DistrictMapProps, MapStart } from './district-map';
import { DistrictPanel } from './district-panel';
import { Districts, type Region } from './districts';
import { FingerScroll } from './finger-scroll';
import { Deferred } from './deferred';
import { MapFailure } from './map-failure';
import { useFirstView } from './use-first-view';

const OPTIONS = { ...MAP_OPTIONS, center: [...MAP_OPTIONS.center] as [number, number], maxBounds: corners(MAX_BOUNDS) };

type MapCanvasProps = Omit<DistrictMapProps, 'drawing'> & {
  start: MapStart;
  /** Called with the map, and with null when it ends. */
  onMap: (map: LeafletMap | null) => void;
  /** Called when the districts are drawn, or cannot be. */
  onDrawn: () => void;
};

/**
 * Leaflet with tiles behind and districts in front. Failed tiles are ignored; failed boundaries show an error screen.
 */
export function MapCanvas(props: MapCanvasProps) {
  const {
    cities,
    stats,
    colorScale,
    courseType,
    base,
    layer = null,
    start,
    onMap,
    onDrawn,
    onShowList,
    onChoose,
  } = props;
  const { boundaries, retry } = useBoundaries();
  const { view, measure } = useFirstView();
  const [motionOptions] = useState(readMotionOptions);
  const [undecided, setUndecided] = useState<Region | null>(null);
  const offers = useMemo(() => {
    const names = boundaries?.features.map(({ properties }) => properties) ?? [];
    return citiesByDistrict(names, stats).cities;
  }, [boundaries, stats]);

  const isFailed = boundaries === null;
  const drawn = useEffectEvent(onDrawn);
  useEffect(() => {
    if (isFailed) drawn();
  }, [isFailed]);

  if (isFailed) return <MapFailure onRetry={retry} onShowList={onShowList} />;
  return (
    <>
      <div ref={measure} className="size-full">
        {view && (
          <MapContainer
            key={view.scale}
            ref={onMap}
            {...OPTIONS}
            {...motionOptions}
            zoom={start.zoomed ? Math.min(view.zoom + OPTIONS.zoomDelta, MAX_ZOOM) : view.zoom}
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
                  layer={layer}
                  picked={start.picked}
                  onChoose={onChoose}
                  onUndecided={setUndecided}
                  onDrawn={onDrawn}
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
    </>
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
function readMotionOptions() {
  const isReduced = matchMedia('(prefers-reduced-motion: reduce)').matches;
  return { zoomAnimation: !isReduced, fadeAnimation: !isReduced, markerZoomAnimation: !isReduced, inertia: !isReduced };
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

function corners([southWest, northEast]: typeof MAX_BOUNDS): [[number, number], [number, number]] {
  return [
    [southWest[0], southWest[1]],
    [northEast[0], northEast[1]],
  ];
}
