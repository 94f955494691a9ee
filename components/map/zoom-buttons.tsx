import type { Map as LeafletMap } from 'leaflet';
import { Minus, Plus } from 'lucide-react';
import { useMemo, useSyncExternalStore } from 'react';
import { useTranslations } from 'use-intl';
import { MAP_OPTIONS, MAX_ZOOM, MIN_ZOOM } from '@/lib/map/view';

type ZoomButtonsProps = {
  /** null while the drawing is shown */
  map: LeafletMap | null;
  /** Whether 'Zoom in' has started the map. */
  isStart: boolean;
  onStart: () => void;
};

/**
 * Zoom buttons, in the top left corner, which the state does not cover. At a limit the button stays focusable and is
 * announced as unavailable. Without a map, which shows the whole state, 'Zoom in' starts it.
 */
export function ZoomButtons({ map, isStart, onStart }: ZoomButtonsProps) {
  const t = useTranslations('region');
  const zoom = useSyncExternalStore(
    (changed) => {
      map?.on('zoomend', changed);
      return () => void map?.off('zoomend', changed);
    },
    () => map?.getZoom() ?? MIN_ZOOM,
    () => MIN_ZOOM,
  );
  // The zoom is announced when it is not the one that the visitor found.
  const first = useMemo(() => (isStart ? MIN_ZOOM : (map?.getZoom() ?? MIN_ZOOM)), [map, isStart]);
  const button = (label: string, Icon: typeof Plus, ended: boolean, act: () => void) => (
    <button
      type="button"
      aria-label={label}
      aria-disabled={ended}
      onClick={ended ? undefined : act}
      className="grid size-tap place-items-center text-ink not-first:border-t not-first:border-line hover:bg-sunken focus-visible:-outline-offset-3 aria-disabled:cursor-not-allowed aria-disabled:text-ink-3"
    >
      <Icon aria-hidden className="size-5" />
    </button>
  );
  return (
    <div
      data-map-control
      className="absolute start-4 top-4 z-500 grid overflow-hidden rounded-2 border-[1.5px] border-control bg-surface"
    >
      {button(t('zoomIn'), Plus, zoom >= MAX_ZOOM, () => (map ? map.zoomIn() : onStart()))}
      {button(t('zoomOut'), Minus, zoom <= MIN_ZOOM, () => map?.zoomOut())}
      <span role="status" className="sr-only">
        {zoom !== first && t('zoomed', { step: stepOf(zoom), steps: stepOf(MAX_ZOOM) })}
      </span>
    </div>
  );
}

/** Returns the zoom step shown to users: 1 is the smallest. */
function stepOf(zoom: number): number {
  return Math.round((zoom - MIN_ZOOM) / MAP_OPTIONS.zoomDelta) + 1;
}
