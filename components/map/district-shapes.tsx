'use client';

import { GeoJSON as LeafletGeoJSON, polygon, type LatLngExpression, type Polygon as LeafletPolygon } from 'leaflet';
import { useEffect, useEffectEvent, useMemo, useRef } from 'react';
import { Polygon, useMap } from 'react-leaflet';
import { cn } from '@/components/platform/ui/cn';
import type { Shade } from '@/lib/map/color-scale';
import type { DistrictFeature } from '@/lib/map/schema';
import type { Region } from './districts';

/** Style and label of a district. */
export type DistrictStyle = {
  /** null without open courses */
  shade: Shade | null;
  /** text for screen readers; null without open courses */
  label: string | null;
  /** its class in the layer of figures */
  figure: string | undefined;
};

type DistrictShapesProps = {
  regions: readonly Region[];
  styleOf: (region: Region) => DistrictStyle;
  /** the district that is the tab stop */
  tabStop: string | undefined;
  /** the district described by the card on the map, and the card's id */
  described: { district: string; by: string } | null;
  onPick: (region: Region, event: MouseEvent) => void;
  /** pointer down on the shape or the chip of one of its cities */
  onPress: (region: Region, city?: string) => void;
  onHover: (region: Region | null) => void;
  /** `visibly`: focused by keyboard */
  onFocus: (region: Region | null, visibly: boolean) => void;
  /** @returns true if the key was handled */
  onKey: (region: Region, key: string) => boolean;
};

const OPTIONS = { className: 'district', smoothFactor: 0.5, noClip: true };

/**
 * The districts' shapes. A district with courses is a link within the map's single tab stop; others react to pointers
 * only. The container listens for focus, because Chromium makes every SVG shape with a focus listener a tab stop.
 */
export function DistrictShapes({ regions, styleOf, tabStop, described, ...handlers }: DistrictShapesProps) {
  const map = useMap();
  const shapes = useRef(new Map<string, { region: Region; shape: LeafletPolygon }>());
  const pick = useEffectEvent(handlers.onPick);
  const onPress = useEffectEvent(handlers.onPress);
  const hover = useEffectEvent(handlers.onHover);
  const focus = useEffectEvent(handlers.onFocus);
  const key = useEffectEvent(handlers.onKey);

  useEffect(() => {
    const entries = regions.map((region) => {
      const shape = polygon(positionsOf(region.feature), OPTIONS).addTo(map);
      shape.on({
        click: ({ originalEvent }) => pick(region, originalEvent),
        mouseover: () => hover(region),
        mouseout: () => hover(null),
      });
      shape.getElement()?.setAttribute('data-district', region.district);
      return [region.district, { region, shape }] as const;
    });
    shapes.current = new Map(entries);
    return () => entries.forEach(([, { shape }]) => shape.remove());
  }, [map, regions]);

  useEffect(() => {
    const container = map.getContainer();
    const regionAt = ({ target }: Event) => {
      const name = (target as Element).closest<HTMLElement>('[data-district]')?.dataset.district;
      return name === undefined ? undefined : shapes.current.get(name)?.region;
    };
    const press = (event: Event) => {
      const region = regionAt(event);
      if (region) onPress(region, (event.target as Element).closest<HTMLElement>('[data-label]')?.dataset.label);
    };
    const focusin = (event: FocusEvent) => {
      const region = regionAt(event);
      if (region) focus(region, (event.target as Element).matches(':focus-visible'));
    };
    const focusout = (event: FocusEvent) => regionAt(event) && focus(null, false);
    const keydown = (event: KeyboardEvent) => {
      const region = regionAt(event);
      if (!region || event.ctrlKey || event.metaKey || event.altKey) return;
      if (key(region, event.key)) event.preventDefault();
    };
    container.addEventListener('pointerdown', press);
    container.addEventListener('focusin', focusin);
    container.addEventListener('focusout', focusout);
    container.addEventListener('keydown', keydown);
    return () => {
      container.removeEventListener('pointerdown', press);
      container.removeEventListener('focusin', focusin);
      container.removeEventListener('focusout', focusout);
      container.removeEventListener('keydown', keydown);
    };
  }, [map]);

  useEffect(() => {
    for (const { region, shape } of shapes.current.values()) {
      const { shade, label, figure } = styleOf(region);
      setAttributes(shape.getElement(), {
        'data-shade': shade === null ? null : String(shade),
        'data-figure': figure ?? null,
        role: label && 'link',
        'aria-label': label,
        'aria-hidden': label ? null : 'true',
        'aria-describedby': described?.district === region.district ? described.by : null,
        tabindex: label && (region.district === tabStop ? '0' : '-1'),
      });
    }
  }, [regions, styleOf, tabStop, described]);

  return null;
}

function setAttributes(element: Element | undefined, attributes: Record<string, string | null>) {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null) element?.removeAttribute(name);
    else if (element?.getAttribute(name) !== value) element?.setAttribute(name, value);
  }
}

type DistrictRingProps = { feature: DistrictFeature; focused: boolean; leaving: boolean };

/** The outline of the active district; drawn last, so that no neighbour covers it. */
export function DistrictRing({ feature, focused, leaving }: DistrictRingProps) {
  const positions = useMemo(() => positionsOf(feature), [feature]);
  const className = cn('district-ring', focused && 'is-focus', leaving && 'is-leaving');
  return (
    <Polygon
      key={className}
      positions={positions}
      className={className}
      interactive={false}
      smoothFactor={0.5}
      noClip
    />
  );
}

function positionsOf({ geometry }: DistrictFeature): LatLngExpression[][] | LatLngExpression[][][] {
  return LeafletGeoJSON.coordsToLatLngs(geometry.coordinates, geometry.type === 'Polygon' ? 1 : 2);
}
