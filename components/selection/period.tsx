'use client';

import { useTranslations } from 'use-intl';
import { periodText, type SumPeriod } from '@/lib/adoption/period';

/** What a sum is for: its sessions, and what the seats cost until their courses end. It stands below the sum. */
export function Period(period: SumPeriod) {
  const t = useTranslations('common');
  return <span className="block text-small text-ink-2">{periodText(t, period)}</span>;
}
