'use client';

import { useRouter } from 'next/navigation';
import { useEffect, useState } from 'react';
import { useTranslations } from 'use-intl';
import { formatClock } from '@/components/accounts/codes/code';

/** End times of holds by this browser's clock, as first received: a page restored by Back has outdated seconds. */
const ends = new Map<string, number>();

function endOf(billingId: string, secondsLeft: number): number {
  const end = Math.min(ends.get(billingId) ?? Infinity, Date.now() + secondsLeft * 1000);
  ends.set(billingId, end);
  return end;
}

/**
 * The time left to pay for a hold. When it ends, the page is reloaded once to show the adoption's new state.
 * @param secondsLeft seconds by the database clock when the page was rendered
 */
export function TimeLeft({ billingId, secondsLeft }: { billingId: string; secondsLeft: number }) {
  const t = useTranslations('adoptionHistory');
  const router = useRouter();
  const [seconds, setSeconds] = useState(secondsLeft);
  useEffect(() => {
    const end = endOf(billingId, secondsLeft);
    const timer = setInterval(() => {
      const left = Math.max(0, Math.ceil((end - Date.now()) / 1000));
      setSeconds(left);
      if (left > 0) return;
      clearInterval(timer);
      router.refresh();
    }, 500);
    return () => clearInterval(timer);
  }, [billingId, secondsLeft, router]);
  return (
    <span role="timer" aria-label={t('timer')} className="inline-block max-w-full font-semibold tabular-nums">
      {t('timeLeft', { time: formatClock(seconds) })}
    </span>
  );
}
