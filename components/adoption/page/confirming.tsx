'use client';

import { useRouter } from 'next/navigation';
import { useCallback, useEffect, useState } from 'react';
import { useTranslations } from 'use-intl';
import { Button } from '@/components/platform/ui/button';
import { notify } from '@/components/platform/ui/toaster';
import type { PaymentMethod } from '@/lib/adoption/payment-method';
import { callerOf, type Bearer } from '@/components/checkout/payment/adoption-api';
import { useGiveUp } from '@/components/checkout/payment/use-give-up';
import { usePay } from './use-pay';

/** Seconds before each question, about a minute in all. */
const PAUSES = [1, 2, 4, 8, 15, 30];

type ConfirmingProps = { billingId: string; method: PaymentMethod; canContinue: boolean; bearer: Bearer };

/**
 * A payment that was begun: asks a few times what became of it and then says what will happen. The sponsor may have come
 * back without paying, and can continue or choose another way.
 */
export function Confirming({ billingId, method, canContinue, bearer }: ConfirmingProps) {
  const t = useTranslations('adoptionPage.online');
  const router = useRouter();
  const [asked, setAsked] = useState(0);
  const [checking, setChecking] = useState(false);
  const [isUntouched, setUntouched] = useState(false);
  const { pending, pay } = usePay(billingId, bearer);
  const giving = useGiveUp(billingId, bearer);

  const ask = useCallback(async () => {
    const result = await callerOf(bearer)('POST /billing/{billingId}/payment-status', { params: { billingId } });
    if (!result.ok) return;
    const { status } = result.data;
    setUntouched(status === 'begun');
    if (status === 'begun' || status === 'pending') return;
    if (status === 'paid') notify.success(t('paid'), { id: 'payment' });
    else if (status !== 'none') notify.error(t(status), { id: 'payment' });
    router.refresh();
  }, [bearer, billingId, router, t]);

  const pause = PAUSES[asked];
  useEffect(() => {
    if (pause === undefined) return;
    const timer = setTimeout(() => void ask().then(() => setAsked((times) => times + 1)), pause * 1000);
    return () => clearTimeout(timer);
  }, [ask, asked, pause]);

  const check = async () => {
    setChecking(true);
    await ask();
    setChecking(false);
  };
  const later = pause === undefined;
  return (
    <>
      <p role="status">{t(isUntouched ? 'untouched' : later ? 'later' : 'asking')}</p>
      {canContinue && <p className="text-small text-ink-2">{t('unpaid')}</p>}
      <div className="flex flex-wrap gap-3">
        {canContinue && (
          <>
            <Button pending={pending} onClick={() => void pay(method)}>
              {t('continue')}
            </Button>
            <Button
              variant="line"
              pending={giving.pending}
              onClick={() => void giving.giveUp().then((status) => status && router.refresh())}
            >
              {t('giveUp')}
            </Button>
          </>
        )}
        {later && (
          <Button variant="line" pending={checking} onClick={check}>
            {t('check')}
          </Button>
        )}
      </div>
    </>
  );
}
