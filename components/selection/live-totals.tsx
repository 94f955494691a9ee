'use client';

import { useEffect, useState } from 'react';
import { useTranslations } from 'use-intl';
import { formatINR } from '@/lib/core/money';
import type { Totals } from '@/lib/selection/rules';

/** So long the totals must have stood still to be said, in milliseconds: of '1', '12', '125' only the last is. */
const SETTLED = 700;

/** Says the seats that are chosen and their amount, once they are typed. */
export function LiveTotals({ totals }: { totals: Totals }) {
  const t = useTranslations('list.summary');
  const now = t('live', { seats: totals.seats, amount: formatINR(totals.paise) });
  const [said, setSaid] = useState(now);
  useEffect(() => {
    const timer = setTimeout(() => setSaid(now), SETTLED);
    return () => clearTimeout(timer);
  }, [now]);
  return (
    <p aria-live="polite" className="sr-only">
      {said}
    </p>
  );
}
