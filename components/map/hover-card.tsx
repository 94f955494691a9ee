'use client';

import { useLayoutEffect, useRef } from 'react';
import { useMap } from 'react-leaflet';
import { useTranslations } from 'use-intl';
import type { CourseType } from '@/db/schema/enums';
import { TypeTag } from '@/components/catalogue/course/type-tag';
import { useNames } from '@/components/platform/i18n/use-names';
import { SeatField } from '@/components/catalogue/seat/seat-field';
import { formatFigure } from '@/lib/catalogue/district-figures/rules';
import { formatCount } from '@/lib/platform/format-count';
import { cardPosition } from '@/lib/map/card';
import type { FigureLayer } from '@/lib/map/figure-layer';
import type { Region } from './districts';

type HoverCardProps = {
  id: string;
  region: Region;
  /** districts whose dots the card should not cover */
  others: readonly Region[];
  courseType: CourseType | null;
  layer: FigureLayer | null;
  by: 'pointer' | 'keyboard';
};

/** Cities that a card lists; the panel of the district lists all. */
const MOST_CITIES = 5;

/**
 * The card of a district: city, course type, Total Seats, Adopted Seats; of several cities the sums and each city. It ignores pointer events, so that it never
 * blocks a city.
 */
export function HoverCard({ id, region, others, courseType, layer, by }: HoverCardProps) {
  const { district, anchor, cities, seats } = region;
  const t = useTranslations('region');
  const common = useTranslations('common');
  const names = useNames();
  const map = useMap();
  const card = useRef<HTMLDivElement>(null);

  useLayoutEffect(() => {
    const place = () => {
      const element = card.current;
      if (!element) return;
      const { x: width, y: height } = map.getSize();
      const size = { width: element.offsetWidth, height: element.offsetHeight };
      const around = others.map((other) => map.latLngToContainerPoint([...other.anchor]));
      const { left, top } = cardPosition(map.latLngToContainerPoint([...anchor]), size, { width, height }, around);
      element.style.left = `${left}px`;
      element.style.top = `${top}px`;
    };
    place();
    map.on('move resize', place);
    return () => void map.off('move resize', place);
  }, [map, anchor, others]);

  const [total, taken, left] = [seats?.totalSeats ?? 0, seats?.takenSeats ?? 0, seats?.leftSeats ?? 0];
  const title = cities.length === 1 ? cities[0]!.city : district;
  const figure = layer?.figures[district];
  const more = cities.length - MOST_CITIES;
  return (
    <div
      ref={card}
      id={id}
      role="tooltip"
      data-by={by}
      className="hover-card pointer-events-none absolute z-700 grid w-62 max-w-[calc(100%-1rem)] gap-1 rounded-2 border border-transparent bg-surface px-4 pt-3 pb-4 text-ink shadow-lift max-md:pb-3 md:gap-2"
    >
      <p className="flex flex-wrap items-baseline justify-between gap-x-2">
        <span className="num text-lead">{names.place(title)}</span>
        {courseType ? (
          <TypeTag type={courseType} />
        ) : (
          <span className="text-small font-semibold text-type">{common('allCourses')}</span>
        )}
      </p>
      {total > 0 && (
        <SeatField total={total} taken={taken} columns={20} unit={1} className="seats-dyed my-1 max-md:hidden" />
      )}
      <dl className="text-small max-md:leading-snug">
        <div className="flex justify-between gap-4">
          <dt>{t('totalSeats')}</dt>
          <dd className="font-semibold">{formatCount(total)}</dd>
        </div>
        <div className="flex justify-between gap-4">
          <dt>{t('adoptedSeats')}</dt>
          <dd className="font-semibold">{formatCount(taken)}</dd>
        </div>
        <div className="mt-1 flex items-baseline justify-between gap-4 border-t border-line pt-1">
          <dt>{t('seatsLeft')}</dt>
          <dd className="num text-lead text-type md:text-h3">{formatCount(left)}</dd>
        </div>
      </dl>
      {layer && (
        <p className="district-figure border-t border-line pt-1 text-small">
          {figure === undefined
            ? t('figures.noneOf', { title: layer.title })
            : t('figures.of', { title: layer.title, figure: formatFigure(figure) })}
        </p>
      )}
      {cities.length > 1 && (
        <ul className="border-t border-line pt-1 text-small leading-snug">
          {cities.slice(0, MOST_CITIES).map(({ city, leftSeats }) => (
            <li key={city} className="flex justify-between gap-4">
              <span>{names.place(city)}</span>
              <span className="tabular-nums">{leftSeats > 0 ? formatCount(leftSeats) : t('full')}</span>
            </li>
          ))}
          {more > 0 && <li className="text-ink-2">{t('moreCities', { cities: more })}</li>}
        </ul>
      )}
    </div>
  );
}
