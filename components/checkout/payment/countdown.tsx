'use client';

import { useTranslations } from 'use-intl';
import { formatClock } from '@/components/accounts/codes/code';
import { useCountdown } from '@/components/accounts/codes/use-countdown';
import { cn } from '@/components/platform/ui/cn';

/** Minutes left at which the time is announced; the end is announced by the note that replaces the countdown. */
const ANNOUNCED_AT = [1, 5];

/** The time left to pay: crimson in the last minute, announced only near the end. Use a new `key` for a new hold. */
export function Countdown({ until }: { until: number }) {
  const t = useTranslations('dashboardPayment.held');
  const seconds = useCountdown(until);
  const minutes = ANNOUNCED_AT.find((limit) => seconds <= limit * 60);
  return (
    <>
      <p className="flex items-baseline gap-2">
        <span
          role="timer"
          aria-label={t('timer')}
          className={cn('num text-h3 leading-tight md:text-h2', minutes === ANNOUNCED_AT[0] && 'text-error')}
        >
          {formatClock(seconds)}
        </span>
        <span className="text-small text-ink-2">{t('left')}</span>
      </p>
      <p aria-live="polite" className="sr-only">
        {minutes !== undefined && seconds > 0 && t('minutesLeft', { minutes })}
      </p>
    </>
  );
}
