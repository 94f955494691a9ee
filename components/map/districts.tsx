'use client';

import type { Map as LeafletMap } from 'leaflet';
import { useRouter } from 'next/navigation';
import { useCallback, useEffect, useId, useMemo, useState, useTransition } from 'react';
import { useMap } from 'react-leaflet';
import { useTranslations } from 'use-intl';
import { useNames } from '@/components/i18n/use-names';
import { notify } from '@/components/ui/toaster';
import type { CityStats, CourseType } from '@/lib/catalogue/schema';
import { shadeOf, type ColorScale } from '@/lib/map/color-scale';
import { anchorOf, cityHref } from '@/lib/map/district-cities';
import { DIRECTIONS, neighbourIn, type Direction } from '@/lib/map/neighbours';
import type { DistrictFeature } from '@/lib/map/schema';
import { MAP_OPTIONS, MIN_ZOOM, toPixels, type LatLng } from '@/lib/map/view';
import { DistrictMarks } from './district-marks';
import { DistrictRing, DistrictShapes, type DistrictLook } from './district-shapes';
import { HoverCard } from './hover-card';
import { Deferred } from './deferred';
import { recallPicked, rememberPicked } from './restore-focus';
import { useHoverIntent } from './use-hover-intent';

type DistrictsProps = {
  features: readonly DistrictFeature[];
  /** district → its city */
  cities: ReadonlyMap<string, CityStats>;
  colorScale: ColorScale;
  courseType: CourseType | null;
  base: string;
  onChoose?: (city: string) => void;
};

/** A district on the map with its city. */
export type Region = { district: string; feature: DistrictFeature; anchor: LatLng; city: CityStats | null };
export type OfferedRegion = Region & { city: CityStats };

/** Minimum distance in pixels between a district focused by keyboard and the map's edge. */
const EDGE: [number, number] = [60, 60];

/**
 * The districts. Pointer, touch and keyboard all do the same two things: show a district's card and go to its courses.
 * The map is one tab stop; arrow keys move between districts with courses, Enter or Space opens one, + and - zoom,
 * Escape closes the card.
 */
export function Districts({ features, cities, colorScale, courseType, base, onChoose }: DistrictsProps) {
  const t = useTranslations('region');
  const names = useNames();
  const router = useRouter();
  const map = useMap();
  const cardId = useId();
  const { hovered, hover, clear } = useHoverIntent<Region>();
  const [focused, setFocused] = useState<Region | null>(null);
  const [cardOff, setCardOff] = useState(false);
  const [leaving, startLeaving] = useTransition();
  const [left, setLeft] = useState<Region | null>(null);
  const regions = useMemo(() => features.map((feature) => regionOf(feature, cities)), [features, cities]);
  const offered = useMemo(() => regions.filter(isOffered), [regions]);
  const [recalled] = useState(recallPicked);
  const [stop, setStop] = useState(recalled?.district);
  const tabStop = offered.some(({ district }) => district === stop) ? stop : fullest(offered)?.district;
  const shown = hovered ?? focused;
  const ringed = leaving ? left : shown;
  const card = cardOff || leaving ? null : shown;
  const describedDistrict = card && card === focused ? card.district : null;

  useEffect(() => {
    if (recalled?.focus) elementOf(map, recalled.district)?.focus({ preventScroll: true });
  }, [map, recalled]);
  useEscape(card !== null, () => {
    setCardOff(true);
    clear();
  });

  const lookOf = useCallback(
    ({ city }: Region): DistrictLook => ({
      shade: city ? shadeOf(city.leftSeats, colorScale) : null,
      label: city && t('districtLabel', { city: names.place(city.city), left: city.leftSeats, total: city.totalSeats }),
    }),
    [colorScale, t, names],
  );
  const described = useMemo(
    () => (describedDistrict === null ? null : { district: describedDistrict, by: cardId }),
    [describedDistrict, cardId],
  );

  const choose = ({ city }: Region) => {
    if (!city) return;
    onChoose?.(city.city);
    router.prefetch(cityHref(base, city.city, courseType));
  };
  const point = (region: Region | null) => {
    hover(region);
    setCardOff(false);
    if (region) choose(region);
  };
  const pick = (region: Region, byKeys = false) => {
    const { district, city } = region;
    if (!city) return notify.info(t('noCourses', { city: names.place(district) }));
    rememberPicked({ district, byKeys });
    setLeft(region);
    startLeaving(() => router.push(cityHref(base, city.city, courseType)));
  };
  const moveFocus = (from: Region, key: Direction | 'Home' | 'End') => {
    const target = key === 'Home' || key === 'End' ? offered.at(key === 'Home' ? 0 : -1) : stepFrom(from, key, offered);
    if (!target) return;
    setStop(target.district);
    map.panInside([target.anchor[0], target.anchor[1]], { padding: EDGE, animate: map.options.zoomAnimation });
    elementOf(map, target.district)?.focus({ preventScroll: true });
  };
  const press = (region: Region, key: string): boolean => {
    if (key === 'Enter' || key === ' ') pick(region, true);
    else if (isDirection(key) || key === 'Home' || key === 'End') moveFocus(region, key);
    else if (key in ZOOM_KEYS) map.setZoomAround([...region.anchor], map.getZoom() + ZOOM_KEYS[key]!);
    else return false;
    return true;
  };

  return (
    <>
      <DistrictShapes
        regions={regions}
        lookOf={lookOf}
        tabStop={tabStop}
        described={described}
        onPick={pick}
        onPress={choose}
        onHover={point}
        onFocus={(region, visibly) => {
          setFocused(visibly ? region : null);
          setCardOff(false);
          if (!region) return;
          setStop(region.district);
          choose(region);
        }}
        onKey={press}
      />
      {ringed && <DistrictRing feature={ringed.feature} focused={ringed === focused} leaving={leaving} />}
      <Deferred>
        <DistrictMarks regions={offered} onPick={pick} onHover={point} />
      </Deferred>
      {card && (
        <HoverCard
          id={cardId}
          region={card}
          others={offered}
          courseType={courseType}
          by={hovered ? 'pointer' : 'keyboard'}
        />
      )}
      <span role="status" className="sr-only">
        {leaving && left?.city && t('opening', { city: names.place(left.city.city) })}
      </span>
    </>
  );
}

const ZOOM_KEYS: Readonly<Record<string, number>> = {
  '+': MAP_OPTIONS.zoomDelta,
  '=': MAP_OPTIONS.zoomDelta,
  '-': -MAP_OPTIONS.zoomDelta,
};

/** Calls `act` on Escape while `active`, wherever the focus is. */
function useEscape(active: boolean, act: () => void) {
  useEffect(() => {
    if (!active) return;
    const escape = (event: KeyboardEvent) => event.key === 'Escape' && act();
    document.addEventListener('keydown', escape);
    return () => document.removeEventListener('keydown', escape);
  }, [active, act]);
}

function regionOf(feature: DistrictFeature, offers: ReadonlyMap<string, CityStats>): Region {
  const { district } = feature.properties;
  return { district, feature, anchor: anchorOf(feature), city: offers.get(district) ?? null };
}

function elementOf(map: LeafletMap, district: string): SVGElement | undefined {
  const shapes = [...map.getContainer().querySelectorAll<SVGElement>('path[data-district]')];
  return shapes.find((shape) => shape.dataset.district === district);
}

function isOffered(region: Region): region is OfferedRegion {
  return region.city !== null;
}

function fullest(offered: readonly OfferedRegion[]): OfferedRegion | undefined {
  return offered.toSorted((a, b) => b.city.leftSeats - a.city.leftSeats)[0];
}

function isDirection(key: string): key is Direction {
  return (DIRECTIONS as readonly string[]).includes(key);
}

function stepFrom(from: Region, direction: Direction, offered: readonly OfferedRegion[]): OfferedRegion | undefined {
  const places = offered.map(({ district, anchor }) => ({ id: district, ...toPixels(anchor, MIN_ZOOM) }));
  const next = neighbourIn(direction, { id: from.district, ...toPixels(from.anchor, MIN_ZOOM) }, places);
  return offered.find(({ district }) => district === next?.id);
}
