'use client';

import { useId } from 'react';
import { useTranslations } from 'use-intl';
import { useNames } from '@/components/platform/i18n/use-names';
import { courseTypeSlug } from '@/lib/catalogue/schema';
import type { PlanDrawing, PlannedDistrict } from '@/lib/map/state-drawing';
import { SEAT_SHAPES, seatScale } from '@/lib/selection/seat-drawing';
import { totalsOf } from '@/lib/selection/rules';
import type { CartEntry } from '@/lib/selection/cart';

/** Pixels per cell of the drawing: CELL of lib/map/state-drawing, whose grid stays on the server. */
const CELL = 12;

type PlanMapProps = { drawing: PlanDrawing; lines: readonly CartEntry[] };

/** The seats of a proposal in the districts of Madhya Pradesh, in the colours of their course types, and as text. */
export function PlanMap({ drawing: { width, height, others, districts, offMap }, lines }: PlanMapProps) {
  const t = useTranslations('proposal.map');
  const scale = useTranslations('common.seatField');
  const names = useNames();
  const id = useId();
  const planned = districts
    .map((district) => ({ ...district, lines: lines.filter(({ city }) => district.cities.includes(city)) }))
    .map((district) => ({ ...district, seats: totalsOf(district.lines).seats }));
  const per = Math.max(1, ...planned.map(scaleOf));
  const looks = new Map<string, string>();
  for (const { cells, lines: own } of planned) {
    const slugs = slugsOf(own).flatMap(([slug, seats]) => Array<string>(Math.ceil(seats / per)).fill(slug));
    cells.forEach(([x, y], at) => {
      const look = slugs[at] ?? 'own';
      looks.set(look, `${looks.get(look) ?? ''}M${x * CELL} ${y * CELL}h${CELL}v${CELL}h-${CELL}z`);
    });
  }
  const pattern = (look: string) => `${id}-${look}`;
  return (
    <figure className="grid max-w-120 gap-2">
      <svg viewBox={`0 0 ${width} ${height}`} aria-hidden className="h-auto w-full">
        <defs>
          {['none', ...looks.keys()].map((look) => (
            <pattern
              key={look}
              id={pattern(look)}
              data-type={look}
              width={CELL}
              height={CELL}
              patternUnits="userSpaceOnUse"
            >
              <path
                transform="translate(1.5 1.5) scale(1.2857)"
                fillRule="evenodd"
                className={look === 'none' ? 'fill-line' : look === 'own' ? 'fill-control' : 'fill-type-fill'}
                d={`M0 0${look === 'none' || look === 'own' ? SEAT_SHAPES.open : SEAT_SHAPES.yours}`}
              />
            </pattern>
          ))}
        </defs>
        <path fill={`url(#${pattern('none')})`} d={others} />
        {[...looks].map(([look, d]) => (
          <path key={look} fill={`url(#${pattern(look)})`} d={d} />
        ))}
      </svg>
      <figcaption className="grid gap-1 text-small text-ink-2">
        <p>
          {planned
            .filter(({ seats }) => seats > 0)
            .toSorted((a, b) => b.seats - a.seats)
            .map(({ district, seats }) => t('district', { district: names.place(district), seats }))
            .join(' · ')}
        </p>
        {offMap.length > 0 && <p>{t('offMap', { cities: offMap.map((city) => names.place(city)).join(', ') })}</p>}
        {per > 1 && <p className="text-cap">{scale('scale', { per })}</p>}
      </figcaption>
    </figure>
  );
}

/** Returns the seats of each course type. */
function slugsOf(lines: readonly CartEntry[]): [slug: string, seats: number][] {
  const seats = new Map<string, number>();
  for (const { courseName, selectedSeats } of lines) {
    const slug = courseTypeSlug(courseName);
    seats.set(slug, (seats.get(slug) ?? 0) + selectedSeats);
  }
  return [...seats];
}

/** Returns the seats per glyph with which those of a district fit into it. Each type may need one glyph more. */
function scaleOf({ cells, lines, seats }: PlannedDistrict & { lines: CartEntry[]; seats: number }): number {
  return seatScale(seats, Math.max(1, cells.length - Math.max(0, slugsOf(lines).length - 1)));
}
