'use client';

import { useFormatter, useTranslations } from 'use-intl';
import { SeatRuns } from '@/components/seat/seat-field';
import { dyeOf } from '@/lib/catalogue/schema';
import { mixedRuns, seatScale } from '@/lib/seat/rules';
import { groupForCart, totalsOf } from '@/lib/selection/rules';
import type { Cart } from '@/lib/selection/schema';

/** The adopted seats in a classroom with a board, each in the colour of its course type. */
export function Classroom({ order }: { order: Cart }) {
  const t = useTranslations('payment.thanks');
  const words = useTranslations('common.seatField');
  const format = useFormatter();
  const groups = groupForCart(order);
  const per = seatScale(totalsOf(Object.values(order)).seats);
  const runs = mixedRuns(
    groups.map(({ courseName, totals }) => ({ dye: dyeOf(courseName), seats: totals.seats })),
    per,
  );
  const sentence = format.list(
    groups.map(({ courseName, totals }) => t('typeSeats', { seats: totals.seats, type: courseName })),
  );
  return (
    <div className="grid gap-2 px-6 pt-8 pb-1">
      <SeatRuns runs={runs} unit={3} board label={sentence} />
      {per > 1 && <p className="text-cap text-ink-2">{words('scale', { per })}</p>}
    </div>
  );
}
