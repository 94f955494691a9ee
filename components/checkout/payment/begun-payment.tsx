'use client';

import { useRouter } from 'next/navigation';
import { useCallback, useEffect, useState } from 'react';
import { useTranslations } from 'use-intl';
import type { PaymentMethod } from '@/db/schema/enums';
import { usePending } from '@/components/platform/form/use-pending';
import { Button } from '@/components/platform/ui/button';
import { notify } from '@/components/platform/ui/toaster';
import { errorText } from '@/lib/platform/i18n/errors';
import { callerOf, type Bearer } from './adoption-api';
import { usePayAdoption } from './use-pay-adoption';

/** Seconds before each question, about a minute in all. */
const PAUSES = [1, 2, 4, 8, 15, 30];
const TOAST = { id: 'payment' };

type BegunPaymentProps = {
  billingId: string;
  method: PaymentMethod;
  /** An attempt is known at the bank: until then nothing is said to be confirmed. */
  isAtBank: boolean;
  canContinue: boolean;
  bearer: Bearer;
};

/**
 * A payment that was begun: asks a few times what became of it. The sponsor may have come back without paying, and can
 * continue, or close the payment and choose another way.
 */
export function BegunPayment({ billingId, method, isAtBank, canContinue, bearer }: BegunPaymentProps) {
  const t = useTranslations('adoptionPage.online');
  const router = useRouter();
  const [asked, setAsked] = useState(0);
  const [isOver, setIsOver] = useState(false);
  const { pending, pay } = usePayAdoption(billingId, bearer);

  const [closing, giveUp] = usePending(async () => {
    const result = await callerOf(bearer)('POST /billing/{billingId}/payment-close', { params: { billingId } });
    if (!result.ok) return void notify.error(result.message ?? errorText('payment.failed'), TOAST);
    const { status } = result.data;
    setIsOver(status !== 'pending');
    if (status === 'paid') notify.success(t('paid'), TOAST);
    else if (status === 'pending') notify.info(t('underWay'), TOAST);
    else if (status === 'refund_due') notify.error(t('refund_due'), TOAST);
    else notify.success(t('givenUp'), TOAST);
    router.refresh();
  });

  const ask = useCallback(
    async (isCurrent: () => boolean) => {
      const result = await callerOf(bearer)('POST /billing/{billingId}/payment-status', { params: { billingId } });
      if (!result.ok || !isCurrent()) return;
      const { status } = result.data;
      if (status === 'begun' || (status === 'pending' && isAtBank)) return;
      if (status === 'paid') notify.success(t('paid'), TOAST);
      else if (status === 'failed' || status === 'refund_due') notify.error(t(status), TOAST);
      router.refresh();
    },
    [bearer, billingId, isAtBank, router, t],
  );
  const [checking, check] = usePending(() => ask(() => true));

  const pause = PAUSES[asked];
  useEffect(() => {
    // A payment that is given up must not be announced as failed, also while the page is loaded again.
    if (pause === undefined || closing || isOver) return;
    let isCurrent = true;
    const timer = setTimeout(
      () => void ask(() => isCurrent).then(() => isCurrent && setAsked((times) => times + 1)),
      pause * 1000,
    );
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [ask, asked, closing, isOver, pause]);

  return (
    <>
      <p role="status">{t(!isAtBank ? 'untouched' : pause === undefined ? 'later' : 'asking')}</p>
      {canContinue && <p className="text-small text-ink-2">{t('unpaid')}</p>}
      <div className="flex flex-wrap gap-3">
        {canContinue && (
          <>
            <Button variant={isAtBank ? 'line' : 'action'} pending={pending} onClick={() => void pay(method)}>
              {t('continue')}
            </Button>
            <Button variant="line" pending={closing} onClick={() => void giveUp()}>
              {t('giveUp')}
            </Button>
          </>
        )}
        {pause === undefined && (
          <Button variant="line" pending={checking} disabled={closing} onClick={() => void check()}>
            {t('check')}
          </Button>
        )}
      </div>
    </>
  );
}
