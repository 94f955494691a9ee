'use client';

import type { Map as LeafletMap } from 'leaflet';
import { useRouter } from 'next/navigation';
import { useCallback, useEffect, useEffectEvent, useId, useMemo, useState, useTransition } from 'react';
import { useMap } from 'react-leaflet';
import { useTranslations } from 'use-intl';
import type { CourseType } from '@/db/schema/enums';
import { useNames } from '@/components/platform/i18n/use-names';
import { notify } from '@/components/platform/ui/toaster';
import { sumSeats, type SeatCounts } from '@/lib/catalogue/rules';
import { shadeOf, type ColorScale } from '@/lib/map/color-scale';
import { anchorOf, cityHref, type RegionCity } from '@/lib/map/district-cities';
import { figureAttribute, type FigureLayer } from '@/lib/map/figure-layer';
import { DIRECTIONS, neighbourIn, type Direction } from '@/lib/map/neighbours';
import type { DistrictFeature } from '@/lib/map/schema';
import { MAP_OPTIONS, MIN_ZOOM, toPixels, type LatLng } from '@/lib/map/view';
import { cityNear, DistrictMarks } from './district-marks';
import { DistrictRing, DistrictShapes, type DistrictStyle } from './district-shapes';
import { HoverCard } from './hover-card';
import { Deferred } from './deferred';
import { districtLabel } from './district-label';
import { recallPicked, rememberPicked } from './restore-focus';
import { useHoverIntent } from './use-hover-intent';

type DistrictsProps = {
  features: readonly DistrictFeature[];
  /** district → its cities, the largest first */
  cities: ReadonlyMap<string, readonly RegionCity[]>;
  colorScale: ColorScale;
  courseType: CourseType | null;
  base: string;
  layer: FigureLayer | null;
  /** The district picked before the map was there. */
  picked?: string;
  onChoose?: (city: string) => void;
  /** Called with a district that does not lead to one city: it has several, or none. */
  onUndecided: (region: Region) => void;
  /** Called once the districts are on the map. */
  onDrawn: () => void;
};

/** A district on the map with its cities, the largest first; `seats` are their sums, null without courses. */
export type Region = {
  district: string;
  feature: DistrictFeature;
  anchor: LatLng;
  cities: readonly RegionCity[];
  seats: SeatCounts | null;
};
export type OfferedRegion = Region & { seats: SeatCounts };

/** Minimum distance in pixels between a district focused by keyboard and the map's edge. */
const EDGE: [number, number] = [60, 60];

/**
 * The districts. Pointer, touch and keyboard all do the same two things: show a district's card and go to its courses.
 * The map is one tab stop; arrow keys move between districts with courses, Enter or Space opens one, + and - zoom,
 * Escape closes the card.
 */
export function Districts({
  features,
  cities,
  colorScale,
  courseType,
  base,
  layer,
  picked,
  ...handlers
}: DistrictsProps) {
  const { onChoose, onUndecided } = handlers;
  const t = useTranslations('region');
  const names = useNames();
  const router = useRouter();
  const map = useMap();
  const cardId = useId();
  const { hovered, hover, clear } = useHoverIntent<Region>();
  const [focused, setFocused] = useState<Region | null>(null);
  const [cardOff, setCardOff] = useState(false);
  const [leaving, startLeaving] = useTransition();
  const [left, setLeft] = useState<{ region: Region; city: string } | null>(null);
  const regions = useMemo(() => features.map((feature) => regionOf(feature, cities)), [features, cities]);
  const offered = useMemo(() => regions.filter(isOffered), [regions]);
  const [recalled] = useState(recallPicked);
  const [stop, setStop] = useState(recalled?.district);
  const tabStop = offered.some(({ district }) => district === stop) ? stop : fullest(offered)?.district;
  const shown = hovered ?? focused;
  const ringed = leaving ? (left?.region ?? null) : shown;
  const card = cardOff || leaving ? null : shown;
  const describedDistrict = card && card === focused ? card.district : null;

  useEffect(() => {
    if (recalled?.focus) elementOf(map, recalled.district)?.focus({ preventScroll: true });
  }, [map, recalled]);
  useEscape(card !== null, () => {
    setCardOff(true);
    clear();
  });

  const styleOf = useCallback(
    (region: Region): DistrictStyle => ({
      ...(isOffered(region)
        ? { shade: shadeOf(region.seats.leftSeats, colorScale), label: districtLabel(region, t, names.place) }
        : { shade: null, label: null }),
      figure: figureAttribute(layer, region.district),
    }),
    [colorScale, layer, t, names],
  );
  const described = useMemo(
    () => (describedDistrict === null ? null : { district: describedDistrict, by: cardId }),
    [describedDistrict, cardId],
  );

  const choose = (region: Region, city = region.cities[0]?.city) => {
    if (city === undefined) return;
    onChoose?.(city);
  };
  const point = (region: Region | null) => {
    hover(region);
    setCardOff(false);
    if (region) choose(region);
  };
  const open = (region: Region, city: string, byKeys = false) => {
    rememberPicked({ district: region.district, byKeys });
    setLeft({ region, city });
    startLeaving(() => router.push(cityHref(base, city, courseType)));
  };
  const pick = (region: Region, byKeys = false) => {
    const { district, cities: own } = region;
    if (own.length === 0) notify.info(t('noCourses', { city: names.place(district) }));
    if (own.length === 1) open(region, own[0]!.city, byKeys);
    else onUndecided(region);
  };
  const begin = useEffectEvent(() => {
    handlers.onDrawn();
    const region = regions.find(({ district }) => district === picked);
    if (region) pick(region);
  });
  useEffect(() => {
    const frame = requestAnimationFrame(() => begin());
    return () => cancelAnimationFrame(frame);
  }, []);
  /** A click beside a label means the label, whichever district is below it. */
  const pickAt = (region: Region, event: MouseEvent) => {
    const city = cityNear(map, event);
    const owner = city && offered.find(({ cities: own }) => own.some((one) => one.city === city));
    if (owner) open(owner, city);
    else pick(region);
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
        styleOf={styleOf}
        tabStop={tabStop}
        described={described}
        onPick={pickAt}
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
        <DistrictMarks regions={offered} onPick={open} onHover={point} />
      </Deferred>
      {card && (
        <HoverCard
          id={cardId}
          region={card}
          others={offered}
          courseType={courseType}
          layer={layer}
          by={hovered ? 'pointer' : 'keyboard'}
        />
      )}
      <span role="status" className="sr-only">
        {leaving && left && t('opening', { city: names.place(left.city) })}
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

function regionOf(feature: DistrictFeature, offers: ReadonlyMap<string, readonly RegionCity[]>): Region {
  const { district } = feature.properties;
  const cities = offers.get(district) ?? [];
  return { district, feature, anchor: anchorOf(feature), cities, seats: cities.length > 0 ? sumSeats(cities) : null };
}

function elementOf(map: LeafletMap, district: string): SVGElement | undefined {
  const shapes = [...map.getContainer().querySelectorAll<SVGElement>('path[data-district]')];
  return shapes.find((shape) => shape.dataset.district === district);
}

function isOffered(region: Region): region is OfferedRegion {
  return region.seats !== null;
}

function fullest(offered: readonly OfferedRegion[]): OfferedRegion | undefined {
  return offered.toSorted((a, b) => b.seats.leftSeats - a.seats.leftSeats)[0];
}

function isDirection(key: string): key is Direction {
  return (DIRECTIONS as readonly string[]).includes(key);
}

function stepFrom(from: Region, direction: Direction, offered: readonly OfferedRegion[]): OfferedRegion | undefined {
  const places = offered.map(({ district, anchor }) => ({ id: district, ...toPixels(anchor, MIN_ZOOM) }));
  const next = neighbourIn(direction, { id: from.district, ...toPixels(from.anchor, MIN_ZOOM) }, places);
  return offered.find(({ district }) => district === next?.id);
}
