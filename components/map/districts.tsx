'use client';

import type { Map as LeafletMap } from 'leaflet';
import { useRouter } from 'next/navigation';
import { useMemo, useState } from 'react';
import { useMap } from 'react-leaflet';
import { useTranslations } from 'use-intl';
import { notify } from '@/components/ui/toaster';
import type { CityStats, CourseType } from '@/lib/catalogue/schema';
import { DIRECTIONS, neighbourIn, type Direction } from '@/lib/map/neighbours';
import { anchorOf, cityHref } from '@/lib/map/offers';
import { shadeOf, type Ramp } from '@/lib/map/ramp';
import type { DistrictFeature } from '@/lib/map/schema';
import { MIN_ZOOM, toPixels, type LatLng } from '@/lib/map/view';
import { District, DistrictRing } from './district';
import { DistrictMarks } from './district-marks';
import { HoverCard } from './hover-card';

type DistrictsProps = {
  features: readonly DistrictFeature[];
  /** district → its city */
  offers: ReadonlyMap<string, CityStats>;
  ramp: Ramp;
  courseType: CourseType | null;
  base: string;
};

/** A district as the map handles it. */
export type Region = { district: string; feature: DistrictFeature; anchor: LatLng; offer: CityStats | null };

/**
 * The districts: pointer, finger and keys all end in the same two things, the card of a district and going to its courses.
 * The map is one tab stop; arrow keys move between districts that offer something, Enter goes.
 */
export function Districts({ features, offers, ramp, courseType, base }: DistrictsProps) {
  const t = useTranslations('region');
  const common = useTranslations('common');
  const router = useRouter();
  const map = useMap();
  const [hovered, setHovered] = useState<Region | null>(null);
  const [focused, setFocused] = useState<Region | null>(null);
  const regions = useMemo(() => features.map((feature) => regionOf(feature, offers)), [features, offers]);
  const offered = useMemo(() => regions.filter(isOffered), [regions]);
  const [stop, setStop] = useState<string | null>(null);
  const tabStop = offered.some(({ district }) => district === stop) ? stop : fullest(offered)?.district;
  const shown = hovered ?? focused;
  const typeName = courseType ?? common('allCourses');

  const pick = ({ district, offer }: Region) => {
    if (offer) router.push(cityHref(base, offer.city, courseType));
    else notify.info(t('noCourses', { city: district }));
  };

  const moveFocus = (from: Region, key: Direction | 'Home' | 'End') => {
    const target = key === 'Home' || key === 'End' ? offered.at(key === 'Home' ? 0 : -1) : stepFrom(from, key, offered);
    if (!target) return;
    setStop(target.district);
    map.panInside([target.anchor[0], target.anchor[1]], { padding: [60, 60] });
    elementOf(map, target)?.focus({ preventScroll: true });
  };

  return (
    <>
      {regions.map((region, i) => (
        <District
          key={i}
          region={region}
          shade={region.offer ? shadeOf(region.offer.available_seats, ramp) : null}
          tabbable={region.district === tabStop}
          label={
            region.offer &&
            t('districtLabel', {
              city: region.offer.city,
              type: typeName,
              total: region.offer.total_seats,
              adopted: region.offer.locked_seats,
              left: region.offer.available_seats,
            })
          }
          onPick={() => pick(region)}
          onHover={(over) => setHovered(over ? region : null)}
          onFocus={(has) => setFocused(has ? region : null)}
          onKey={(key) => {
            if (key === 'Enter') pick(region);
            else if (isDirection(key) || key === 'Home' || key === 'End') moveFocus(region, key);
            else return false;
            return true;
          }}
        />
      ))}
      {shown && <DistrictRing key={shown.district} feature={shown.feature} focused={shown === focused} />}
      <DistrictMarks regions={offered} onPick={pick} onHover={setHovered} />
      {shown && (
        <HoverCard region={shown} courseType={courseType} typeName={typeName} by={hovered ? 'pointer' : 'keyboard'} />
      )}
    </>
  );
}

function regionOf(feature: DistrictFeature, offers: ReadonlyMap<string, CityStats>): Region {
  const { district } = feature.properties;
  return { district, feature, anchor: anchorOf(feature), offer: offers.get(district) ?? null };
}

function elementOf(map: LeafletMap, { district }: Region): SVGElement | undefined {
  const shapes = [...map.getContainer().querySelectorAll<SVGElement>('[data-district]')];
  return shapes.find((shape) => shape.dataset.district === district);
}

export type OfferedRegion = Region & { offer: CityStats };

function isOffered(region: Region): region is OfferedRegion {
  return region.offer !== null;
}

function fullest(offered: readonly OfferedRegion[]): OfferedRegion | undefined {
  return offered.toSorted((a, b) => b.offer.available_seats - a.offer.available_seats)[0];
}

function isDirection(key: string): key is Direction {
  return (DIRECTIONS as readonly string[]).includes(key);
}

function stepFrom(from: Region, direction: Direction, offered: readonly OfferedRegion[]): OfferedRegion | undefined {
  const places = offered.map(({ district, anchor }) => ({ id: district, ...toPixels(anchor, MIN_ZOOM) }));
  const next = neighbourIn(direction, { id: from.district, ...toPixels(from.anchor, MIN_ZOOM) }, places);
  return offered.find(({ district }) => district === next?.id);
}
