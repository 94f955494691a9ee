'use client';

import { useEffect, useState } from 'react';
import { useTranslations } from 'use-intl';
import { formatINR } from '@/lib/platform/money';
import type { Totals } from '@/lib/selection/rules';
import { useBudgetText } from './budget-line';

/** Milliseconds without a change before the totals are announced: of '1', '12', '125' only the last is. */
const SETTLE_MS = 700;

/** Announces the chosen seats and their amount after typing, and what is left of a budget (in paise). */
export function LiveTotals({ totals, budgetPaise = null }: { totals: Totals; budgetPaise?: number | null }) {
  const t = useTranslations('list.summary');
  const budgetText = useBudgetText();
  const chosen = t('live', { seats: totals.seats, amount: formatINR(totals.paise) });
  const now = budgetPaise === null ? chosen : `${chosen}. ${budgetText(budgetPaise, totals.paise)}`;
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
