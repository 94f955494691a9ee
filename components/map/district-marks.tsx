'use client';

import { divIcon, marker, type Map as LeafletMap, type Marker } from 'leaflet';
import { useEffect, useEffectEvent } from 'react';
import { useMap } from 'react-leaflet';
import { useTranslations } from 'use-intl';
import { figure } from '@/lib/core/figure';
import { placeLabels, type Area } from '@/lib/map/labels';
import { MAX_BOUNDS } from '@/lib/map/view';
import type { OfferedRegion } from './districts';

type DistrictMarksProps = {
  regions: readonly OfferedRegion[];
  onPick: (region: OfferedRegion) => void;
  onHover: (region: OfferedRegion | null) => void;
};

/** A mark on the map: the marker, its chip, whose place depends on the zoom, and the line to a chip that stands far off. */
type Mark = { region: OfferedRegion; marker: Marker; chip: HTMLElement; leader: HTMLElement };

/**
 * A dot and a chip with name and seats left for every city on offer (R-REG-03). A chip belongs to its city, wherever it stands:
 * it answers to pointer and finger as its district does. Names reach the page as text only, never as markup.
 */
export function DistrictMarks({ regions, onPick, onHover }: DistrictMarksProps) {
  const t = useTranslations('region');
  const map = useMap();
  const full = t('full');
  const pick = useEffectEvent(onPick);
  const hover = useEffectEvent(onHover);

  useEffect(() => {
    const marks = regions.map((region): Mark => {
      const { element, chip, leader } = chipFor(region, full);
      const mark = marker([region.anchor[0], region.anchor[1]], {
        icon: divIcon({ className: 'district-mark', html: element, iconSize: [0, 0] }),
        keyboard: false,
      });
      mark.on({ click: () => pick(region), mouseover: () => hover(region), mouseout: () => hover(null) });
      mark.addTo(map).getElement()?.setAttribute('aria-hidden', 'true');
      return { region, marker: mark, chip, leader };
    });
    const place = () => placeChips(map, marks);
    let mounted = true;
    place();
    map.on('zoomend resize', place);
    void document.fonts.ready.then(() => mounted && place());
    return () => {
      mounted = false;
      map.off('zoomend resize', place);
      for (const mark of marks) mark.marker.remove();
    };
  }, [map, regions, full]);

  return null;
}

function chipFor({ offer }: OfferedRegion, full: string) {
  const make = (name: string) => document.createElement(name);
  const [element, leader, dot, chip, number] = [make('div'), make('s'), make('i'), make('span'), make('b')];
  number.textContent = ` ${offer.available_seats > 0 ? figure(offer.available_seats) : full}`;
  chip.append(offer.city, number);
  chip.dataset.label = offer.city;
  element.append(leader, dot, chip);
  return { element, chip, leader };
}

function placeChips(map: LeafletMap, marks: readonly Mark[]) {
  const places = placeLabels(
    marks.map(({ region, chip }) => {
      const { x, y } = map.project([region.anchor[0], region.anchor[1]]);
      const [full, short] = [false, true].map((withoutNumber) => {
        chip.classList.toggle('is-short', withoutNumber);
        return chip.offsetWidth;
      }) as [number, number];
      const size = { width: full, shortWidth: short, height: chip.offsetHeight };
      return { id: region.district, x, y, ...size, weight: region.offer.available_seats };
    }),
    reachableArea(map),
  );
  for (const { region, chip, leader } of marks) {
    const place = places.get(region.district);
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

/** What dragging can bring into view: the box, or the container where that is larger. */
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
