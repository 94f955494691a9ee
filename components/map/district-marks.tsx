'use client';

import { divIcon, marker, type Map as LeafletMap, type Marker } from 'leaflet';
import { useEffect, useEffectEvent } from 'react';
import { useMap } from 'react-leaflet';
import { useTranslations } from 'use-intl';
import { useNames } from '@/components/platform/i18n/use-names';
import { formatCount } from '@/lib/platform/format-count';
import { positionOf, type RegionCity } from '@/lib/map/district-cities';
import { dotOf, placeLabels, type Area, type Box, type Label } from '@/lib/map/labels';
import { MAX_BOUNDS, type LatLng } from '@/lib/map/view';
import type { OfferedRegion } from './districts';

type DistrictMarksProps = {
  regions: readonly OfferedRegion[];
  onPick: (region: OfferedRegion, city: string) => void;
  onHover: (region: OfferedRegion | null) => void;
};

/** A mark on the map: the marker, its chip, whose position depends on the view, and the line to a distant chip. */
type Mark = { city: RegionCity; at: LatLng; marker: Marker; chip: HTMLElement; leader: HTMLElement; size: ChipSize };
type ChipSize = Pick<Label, 'width' | 'shortWidth' | 'height'>;

/**
 * A dot and a chip with name and seats left for every city with open courses. A chip reacts to pointer and touch like
 * its district. Names are inserted as text, never as markup.
 */
export function DistrictMarks({ regions, onPick, onHover }: DistrictMarksProps) {
  const t = useTranslations('region');
  const { place: nameOf } = useNames();
  const map = useMap();
  const full = t('full');
  const pick = useEffectEvent(onPick);
  const hover = useEffectEvent(onHover);
  const textOf = useEffectEvent((city: RegionCity) => ({
    name: nameOf(city.city),
    left: city.leftSeats > 0 ? formatCount(city.leftSeats) : full,
  }));

  useEffect(() => {
    const cities = regions.flatMap((region) => region.cities.map((city) => ({ region, city })));
    const marks = cities.map(({ region, city }): Mark => {
      const { element, chip, leader } = chipFor(city, textOf(city));
      const at = positionOf(city, region.feature, region.anchor);
      const mark = marker([at[0], at[1]], {
        icon: divIcon({ className: 'district-mark', html: element, iconSize: [0, 0] }),
        keyboard: false,
      });
      mark.on({ click: () => pick(region, city.city), mouseover: () => hover(region), mouseout: () => hover(null) });
      mark.addTo(map).getElement()?.setAttribute('aria-hidden', 'true');
      mark.getElement()?.setAttribute('data-district', region.district);
      return { city, at, marker: mark, chip, leader, size: { width: 0, shortWidth: 0, height: 0 } };
    });
    // Zooming ends with several events in one frame.
    let frame = 0;
    const place = () => {
      cancelAnimationFrame(frame);
      frame = requestAnimationFrame(() => placeChips(map, marks));
    };
    const measure = () => {
      measureChips(marks);
      place();
    };
    let mounted = true;
    measureChips(marks);
    placeChips(map, marks);
    map.on('moveend', place);
    map.on('resize', measure);
    void document.fonts.ready.then(() => mounted && measure());
    return () => {
      mounted = false;
      cancelAnimationFrame(frame);
      map.off('moveend', place);
      map.off('resize', measure);
      for (const mark of marks) mark.marker.remove();
    };
  }, [map, regions, full]);

  return null;
}

/** Pixels around a label that belong to it. */
const NEAR = 10;

/** Returns the city of the label nearest to a pointer, within NEAR pixels. */
export function cityNear(map: LeafletMap, { clientX, clientY }: MouseEvent): string | undefined {
  const distances = [...map.getContainer().querySelectorAll<HTMLElement>('[data-label]:not(.is-without-place)')].map(
    (chip) => {
      const { left, right, top, bottom } = chip.getBoundingClientRect();
      const [dx, dy] = [Math.max(left - clientX, clientX - right, 0), Math.max(top - clientY, clientY - bottom, 0)];
      return { city: chip.dataset.label, distance: Math.hypot(dx, dy) };
    },
  );
  return distances.filter(({ distance }) => distance <= NEAR).sort((a, b) => a.distance - b.distance)[0]?.city;
}

function chipFor({ city }: RegionCity, { name, left }: { name: string; left: string }) {
  const make = (tag: string) => document.createElement(tag);
  const [element, leader, dot, chip, number] = [make('div'), make('s'), make('i'), make('span'), make('b')];
  number.textContent = ` ${left}`;
  chip.append(name, number);
  chip.dataset.label = city;
  element.append(leader, dot, chip);
  return { element, chip, leader };
}

/** Measures all chips in full, then all without their number: two layouts, however many chips there are. */
function measureChips(marks: readonly Mark[]) {
  const widths = [false, true].map((short) => {
    for (const { chip } of marks) chip.classList.toggle('is-short', short);
    return marks.map(({ chip }) => chip.offsetWidth);
  });
  marks.forEach((mark, i) => {
    mark.size = { width: widths[0]![i]!, shortWidth: widths[1]![i]!, height: mark.chip.offsetHeight };
  });
}

/**
 * Places the chips of visible cities inside the view and clear of the map's buttons, so that none is cut off; the
 * others are placed outside, for when the map is dragged.
 */
function placeChips(map: LeafletMap, marks: readonly Mark[]) {
  const { min, max } = map.getPixelBounds();
  const view: Area = { left: min!.x, right: max!.x, top: min!.y, bottom: max!.y };
  const labels = marks.map(({ city, at, size }): Label => {
    const { x, y } = map.project([at[0], at[1]]);
    return { id: city.city, x, y, ...size, weight: city.leftSeats };
  });
  const inView = labels.filter(({ x, y }) => x >= view.left && x <= view.right && y >= view.top && y <= view.bottom);
  const outside = labels.filter((label) => !inView.includes(label));
  const controls = controlBoxes(map).map((box) => ({ ...box, x: box.x + view.left, y: box.y + view.top }));
  const places = placeLabels(inView, view, [...controls, ...outside.map(dotOf)]);
  const viewBox = { x: view.left, y: view.top, width: view.right - view.left, height: view.bottom - view.top };
  for (const [id, place] of placeLabels(outside, reachableArea(map), [viewBox])) places.set(id, place);
  for (const { city, chip, leader } of marks) {
    const place = places.get(city.city);
    chip.classList.toggle('is-without-place', !place);
    chip.classList.toggle('is-short', place?.short ?? false);
    chip.style.left = `${place?.dx ?? 0}px`;
    chip.style.top = `${place?.dy ?? 0}px`;
    const { x, y } = place?.leader ?? { x: 0, y: 0 };
    leader.hidden = !place?.leader;
    leader.style.width = `${Math.hypot(x, y)}px`;
    leader.style.rotate = `${Math.atan2(y, x)}rad`;
  }
}

/** Returns the boxes of the map's buttons with a margin, in CSS pixels from the map's top left corner. */
function controlBoxes(map: LeafletMap): Box[] {
  const stage = map.getContainer().getBoundingClientRect();
  const controls = map.getContainer().closest('.shades')?.querySelectorAll('[data-map-control]') ?? [];
  return [...controls].map((control) => {
    const { left, top, width, height } = control.getBoundingClientRect();
    return { x: left - stage.left - 4, y: top - stage.top - 4, width: width + 8, height: height + 8 };
  });
}

/** Returns the area that dragging can bring into view: the box, or the container if larger. */
function reachableArea(map: LeafletMap): Area {
  const [[south, west], [north, east]] = MAX_BOUNDS;
  const [topLeft, bottomRight, size] = [map.project([north, west]), map.project([south, east]), map.getSize()];
  const spare = {
    x: Math.max(0, (size.x - (bottomRight.x - topLeft.x)) / 2),
    y: Math.max(0, (size.y - (bottomRight.y - topLeft.y)) / 2),
  };
  return {
    left: topLeft.x - spare.x,
    right: bottomRight.x + spare.x,
    top: topLeft.y - spare.y,
    bottom: bottomRight.y + spare.y,
  };
}
