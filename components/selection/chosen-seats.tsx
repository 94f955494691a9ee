'use client';

import { useTranslations } from 'use-intl';
import { SeatRuns } from '@/components/seat/seat-field';
import { dyeOf } from '@/lib/catalogue/schema';
import { mixedRuns, seatScale } from '@/lib/seat/rules';
import { totalsOf } from '@/lib/selection/rules';
import type { CartEntry } from '@/lib/selection/schema';

/** Chosen seats drawn in the colours of their course types; the figures stand beside as text. */
export function ChosenSeats({ lines }: { lines: readonly CartEntry[] }) {
  const t = useTranslations('common.seatField');
  const per = seatScale(totalsOf(lines).seats);
  const seatsOfDye = new Map<string, number>();
  for (const line of lines) {
    const dye = dyeOf(line.courseName);
    seatsOfDye.set(dye, (seatsOfDye.get(dye) ?? 0) + line.selectedSeats);
  }
  const runs = mixedRuns(
    [...seatsOfDye].map(([dye, seats]) => ({ dye, seats })),
    per,
  );
  return (
    <div className="grid gap-1">
      <SeatRuns runs={runs} unit={2} />
      {per > 1 && <p className="text-cap text-ink-2">{t('scale', { per })}</p>}
    </div>
  );
}
