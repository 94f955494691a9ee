'use client';

import { useFormatter, useTranslations } from 'use-intl';
import { useNames } from '@/components/platform/i18n/use-names';
import { SeatRuns } from '@/components/catalogue/seat/seat-field';
import { courseTypeSlug } from '@/lib/catalogue/schema';
import { mixedRuns, seatScale } from '@/lib/selection/seat-drawing';
import { groupForCart, totalsOf } from '@/lib/selection/rules';
import type { Cart } from '@/lib/selection/cart';

/**
 * The adopted seats in a classroom with a board that shows the sponsor's `name`: they fill one by one, each in the
 * colour of its course type.
 */
export function Classroom({ order, name }: { order: Cart; name: string }) {
  const t = useTranslations('payment.thanks');
  const tSeatField = useTranslations('common.seatField');
  const format = useFormatter();
  const names = useNames();
  const groups = groupForCart(order);
  const per = seatScale(totalsOf(Object.values(order)).seats);
  const runs = mixedRuns(
    groups.map(({ courseName, totals }) => ({ slug: courseTypeSlug(courseName), seats: totals.seats })),
    per,
  );
  const sentence = format.list(
    groups.map(({ courseName, totals }) => t('typeSeats', { seats: totals.seats, type: names.type(courseName) })),
  );
  return (
    <div className="grid justify-items-center gap-3 px-6 pt-12 md:pt-6">
      <p
        aria-hidden
        className="line-clamp-2 w-full max-w-70.5 rounded-1 border-b-4 border-edge bg-neel px-4 py-2 text-center font-display leading-tight font-bold wrap-anywhere text-on-neel"
      >
        {name}
      </p>
      <SeatRuns runs={runs} unit={3} fills label={sentence} />
      {per > 1 && <p className="text-cap text-ink-2">{tSeatField('scale', { per })}</p>}
    </div>
  );
}
