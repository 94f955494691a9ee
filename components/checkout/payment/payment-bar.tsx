'use client';

import { useId } from 'react';
import { useTranslations } from 'use-intl';
import { Button } from '@/components/platform/ui/button';
import { cn } from '@/components/platform/ui/cn';
import { Period } from '@/components/selection/period';
import type { SumPeriod } from '@/lib/adoption/core/period';
import { formatINR } from '@/lib/platform/money';
import { Countdown } from './countdown';
import type { PaymentFlow } from '@/lib/checkout/payment-flow';

const BAR =
  'grid items-center gap-x-8 gap-y-3 border border-line bg-surface px-6 py-4 max-md:-mx-(--gutter) max-md:border-x-0 max-md:px-(--gutter) md:rounded-2 md:grid-cols-[minmax(0,1fr)_auto]';
const DOCKED =
  'sticky bottom-0 z-20 border-t-[3px] border-t-marigold pb-[calc(1rem+env(safe-area-inset-bottom))] shadow-dock md:rounded-t-none';

/** `onPay` is null for a colleague who may not pay online. */
type PayBarProps = { flow: PaymentFlow; totalPaise: number; period: SumPeriod; onPay: (() => void) | null };

/**
 * The amount and the pay button, disabled only while a payment runs. While seats are held it sticks to the
 * bottom edge, so that the countdown and the button stay visible.
 */
export function PaymentBar({ flow, totalPaise, period, onPay }: PayBarProps) {
  const t = useTranslations('dashboardPayment.method');
  const total = useId();
  const hold = flow.step === 'verified' || flow.step === 'paying' ? flow.hold : null;
  return (
    <div data-docked={hold ? true : undefined} className={cn(BAR, hold && DOCKED)}>
      <div className="flex flex-wrap items-baseline justify-between gap-x-8 gap-y-1">
        <p id={total} className="flex flex-wrap items-baseline gap-x-3">
          <span className="font-semibold">{t('total')}</span>
          <span className="num text-h3 leading-tight money md:text-h2">{formatINR(totalPaise)}</span>
          <Period {...period} decimals={2} />
        </p>
        {hold && <Countdown key={hold.until} until={hold.until} />}
      </div>
      {onPay && (
        <Button
          data-focus="pay"
          pending={flow.step === 'paying'}
          onClick={onPay}
          aria-describedby={total}
          className="max-md:w-full"
        >
          {t('pay')}
        </Button>
      )}
    </div>
  );
}
