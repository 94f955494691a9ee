'use client';

import { useLayoutEffect, useRef } from 'react';
import { useMap } from 'react-leaflet';
import { useTranslations } from 'use-intl';
import { TypeTag } from '@/components/course/type-tag';
import { SeatField } from '@/components/seat/seat-field';
import type { CourseType } from '@/lib/catalogue/schema';
import { cardPosition } from '@/lib/map/card';
import { figure } from '@/lib/core/figure';
import type { Region } from './districts';

type HoverCardProps = {
  region: Region;
  courseType: CourseType | null;
  typeName: string;
  by: 'pointer' | 'keyboard';
};

/** The card of a district: city, course type, Total Seats, Adopted Seats (R-REG-04 to R-REG-07). */
export function HoverCard({ region: { district, anchor, offer }, courseType, typeName, by }: HoverCardProps) {
  const t = useTranslations('region');
  const map = useMap();
  const card = useRef<HTMLDivElement>(null);

  useLayoutEffect(() => {
    const place = () => {
      const element = card.current;
      if (!element) return;
      const { x: width, y: height } = map.getSize();
      const size = { width: element.offsetWidth, height: element.offsetHeight };
      const { left, top } = cardPosition(map.latLngToContainerPoint([anchor[0], anchor[1]]), size, { width, height });
      element.style.left = `${left}px`;
      element.style.top = `${top}px`;
    };
    place();
    map.on('move resize', place);
    return () => void map.off('move resize', place);
  }, [map, anchor]);

  const [total, adopted, left] = [offer?.total_seats ?? 0, offer?.locked_seats ?? 0, offer?.available_seats ?? 0];
  return (
    <div
      ref={card}
      role="tooltip"
      data-by={by}
      className="hover-card pointer-events-none absolute z-700 grid w-62 gap-2 rounded-2 bg-surface px-4 pt-3 pb-4 text-ink shadow-lift"
    >
      <p className="flex flex-wrap items-baseline justify-between gap-x-2">
        <span className="num text-lead">{offer?.city ?? district}</span>
        {courseType ? (
          <TypeTag type={courseType} />
        ) : (
          <span className="text-small font-semibold text-type">{typeName}</span>
        )}
      </p>
      {total > 0 && <SeatField total={total} adopted={adopted} columns={20} unit={1} className="seats-dyed my-1" />}
      <dl className="text-small">
        <div className="flex justify-between gap-4">
          <dt>{t('totalSeats')}</dt>
          <dd className="font-semibold">{figure(total)}</dd>
        </div>
        <div className="flex justify-between gap-4">
          <dt>{t('adoptedSeats')}</dt>
          <dd className="font-semibold">{figure(adopted)}</dd>
        </div>
        <div className="mt-1 flex items-baseline justify-between gap-4 border-t border-line pt-1">
          <dt>{t('seatsLeft')}</dt>
          <dd className="num text-h3 text-type">{figure(left)}</dd>
        </div>
      </dl>
    </div>
  );
}
