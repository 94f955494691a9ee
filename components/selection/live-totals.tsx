'use client';

import { useEffect, useState } from 'react';
import { useTranslations } from 'use-intl';
import { formatINR } from '@/lib/core/money';
import type { Totals } from '@/lib/selection/rules';

/** Milliseconds without a change before the totals are announced: of '1', '12', '125' only the last is. */
const SETTLE_MS = 700;

/** Announces the chosen seats and their amount after typing. */
export function LiveTotals({ totals }: { totals: Totals }) {
  const t = useTranslations('list.summary');
  const now = t('live', { seats: totals.seats, amount: formatINR(totals.paise) });
  const [announced, setAnnounced] = useState(now);
  useEffect(() => {
    const timer = setTimeout(() => setAnnounced(now), SETTLE_MS);
    return () => clearTimeout(timer);
  }, [now]);
  return (
    <p aria-live="polite" className="sr-only">
      {announced}
    </p>
  );
}
