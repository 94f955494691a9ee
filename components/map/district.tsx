'use client';

import { GeoJSON as LeafletGeoJSON, type LatLngExpression, type Polygon as LeafletPolygon } from 'leaflet';
import { useEffect, useMemo, useRef } from 'react';
import { Polygon } from 'react-leaflet';
import { cn } from '@/components/ui/cn';
import type { Shade } from '@/lib/map/ramp';
import type { DistrictFeature } from '@/lib/map/schema';
import type { Region } from './districts';

type DistrictProps = {
  region: Region;
  /** null where nothing is offered */
  shade: Shade | null;
  /** what a screen reader says; null where nothing is offered */
  label: string | null;
  tabbable: boolean;
  onPick: () => void;
  onHover: (over: boolean) => void;
  onFocus: (has: boolean) => void;
  /** @returns true if the key meant something */
  onKey: (key: string) => boolean;
};

/** One district's shape. With an offer it is a link in the order of keys; without, only pointers reach it. */
export function District({ region, shade, label, tabbable, onPick, onHover, onFocus, onKey }: DistrictProps) {
  const { district, feature } = region;
  const ref = useRef<LeafletPolygon>(null);
  const positions = usePositions(feature);
  const reachable = label !== null;

  useEffect(() => {
    const element = ref.current?.getElement();
    if (!element) return;
    element.setAttribute('data-district', district);
    const attributes = {
      'data-shade': shade === null ? null : String(shade),
      role: label && 'link',
      'aria-label': label,
      'aria-hidden': label ? null : 'true',
      tabindex: label && (tabbable ? '0' : '-1'),
    };
    for (const [name, value] of Object.entries(attributes)) {
      if (value === null) element.removeAttribute(name);
      else element.setAttribute(name, value);
    }
  }, [district, shade, label, tabbable]);

  useEffect(() => {
    const element = ref.current?.getElement() as SVGElement | undefined;
    // Chromium makes every SVG shape that listens for focus a tab stop, so shapes without an offer must not listen.
    if (!element || !reachable) return;
    const focus = () => onFocus(element.matches(':focus-visible'));
    const blur = () => onFocus(false);
    const keydown = (event: KeyboardEvent) => {
      if (!event.ctrlKey && !event.metaKey && !event.altKey && onKey(event.key)) event.preventDefault();
    };
    element.addEventListener('focus', focus);
    element.addEventListener('blur', blur);
    element.addEventListener('keydown', keydown);
    return () => {
      element.removeEventListener('focus', focus);
      element.removeEventListener('blur', blur);
      element.removeEventListener('keydown', keydown);
    };
  }, [reachable, onFocus, onKey]);

  return (
    <Polygon
      ref={ref}
      positions={positions}
      className="district"
      smoothFactor={0.5}
      noClip
      eventHandlers={{ click: onPick, mouseover: () => onHover(true), mouseout: () => onHover(false) }}
    />
  );
}

/** The line around the district that the card speaks of; drawn last, so that no neighbour covers it. */
export function DistrictRing({ feature, focused }: { feature: DistrictFeature; focused: boolean }) {
  const positions = usePositions(feature);
  return (
    <Polygon
      key={String(focused)}
      positions={positions}
      className={cn('district-ring', focused && 'is-focus')}
      interactive={false}
      smoothFactor={0.5}
      noClip
    />
  );
}

function usePositions({ geometry }: DistrictFeature): LatLngExpression[][] | LatLngExpression[][][] {
  return useMemo(
    () => LeafletGeoJSON.coordsToLatLngs(geometry.coordinates, geometry.type === 'Polygon' ? 1 : 2),
    [geometry],
  );
}
