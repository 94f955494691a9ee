'use client';

import { useRouter } from 'next/navigation';
import { useCallback, useEffect, useState } from 'react';
import { useTranslations } from 'use-intl';
import { Button } from '@/components/ui/button';
import { notify } from '@/components/ui/toaster';
import { paymentStatusSchema, type PaymentMethod } from '@/lib/payment/schema';
import { holderPost, type Bearer } from './api';
import { usePay } from './use-pay';

/** Seconds before each question, about a minute in all. */
const PAUSES = [1, 2, 4, 8, 15, 30];

type ConfirmingProps = { billingId: string; method: PaymentMethod; canContinue: boolean; bearer: Bearer };

/**
 * A payment that is being confirmed: asks a few times and then says what will happen. The sponsor may have come back
 * without paying, and can continue.
 */
export function Confirming({ billingId, method, canContinue, bearer }: ConfirmingProps) {
  const t = useTranslations('adoptionPage.online');
  const router = useRouter();
  const [asked, setAsked] = useState(0);
  const [checking, setChecking] = useState(false);
  const { pending, pay } = usePay(billingId, bearer);

  const ask = useCallback(async () => {
    const path = `/billing/${billingId}/payment-status`;
    const result = await holderPost(bearer, path, undefined, paymentStatusSchema);
    if (!result.ok || result.data.status === 'pending') return;
    const { status } = result.data;
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
      <p role="status">{t(later ? 'later' : 'asking')}</p>
      {canContinue && <p className="text-small text-ink-2">{t('unpaid')}</p>}
      <div className="flex flex-wrap gap-3">
        {canContinue && (
          <Button pending={pending} onClick={() => void pay(method)}>
            {t('continue')}
          </Button>
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
