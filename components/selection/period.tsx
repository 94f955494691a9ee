'use client';

import { useTranslations } from 'use-intl';
import { periodText, type SumPeriod } from '@/lib/adoption/core/period';
import type { Decimals } from '@/lib/platform/money';

/**
 * What a sum is for: its sessions, and what the seats cost until their courses end. It stands below the sum.
 * @param decimals those of the sum
 */
export function Period({ decimals, ...period }: SumPeriod & { decimals: Decimals }) {
  const t = useTranslations('common');
  return <span className="block text-small text-ink-2">{periodText(t, period, decimals)}</span>;
}
