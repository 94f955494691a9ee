'use client';

import { useTranslations } from 'use-intl';
import { SeatRuns } from '@/components/catalogue/seat/seat-field';
import { courseTypeSlug } from '@/lib/catalogue/schema';
import { mixedRuns, seatScale } from '@/lib/selection/seat-drawing';
import { totalsOf } from '@/lib/selection/rules';
import type { CartEntry } from '@/lib/selection/cart';

/** Glyphs in the one row of a `strip`. */
const STRIP = 35;

type ChosenSeatsProps = {
  lines: readonly CartEntry[];
  /** True for a single row of small seats. */
  strip?: boolean;
};

/** Chosen seats in the colours of their course types; the figures are shown as text beside them. */
export function ChosenSeats({ lines, strip }: ChosenSeatsProps) {
  const t = useTranslations('common.seatField');
  const per = seatScale(totalsOf(lines).seats, strip ? STRIP : undefined);
  const seatsByColor = new Map<string, number>();
  for (const line of lines) {
    const slug = courseTypeSlug(line.courseName);
    seatsByColor.set(slug, (seatsByColor.get(slug) ?? 0) + line.selectedSeats);
  }
  const runs = mixedRuns(
    [...seatsByColor].map(([slug, seats]) => ({ slug, seats })),
    per,
  );
  return (
    <div className="grid gap-1">
      <SeatRuns runs={runs} {...(strip ? { columns: STRIP, unit: 1 } : { unit: 2 })} />
      {per > 1 && <p className="text-cap text-ink-2">{t('scale', { per })}</p>}
    </div>
  );
}
