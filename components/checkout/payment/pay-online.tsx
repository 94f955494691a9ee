'use client';

import { useId, useState } from 'react';
import { useTranslations } from 'use-intl';
import type { PaymentMethod } from '@/db/schema/enums';
import { MethodTiles } from './method-tiles';
import { Button } from '@/components/platform/ui/button';
import { notify } from '@/components/platform/ui/toaster';
import { errorText } from '@/lib/platform/i18n/errors';
import type { Bearer } from './adoption-api';
import { usePayAdoption } from './use-pay-adoption';

type PayOnlineProps = { billingId: string; title: string; labels: Record<PaymentMethod, string>; bearer: Bearer };

/** Chooses a payment method and pays for the adoption. */
export function PayOnline({ billingId, title, labels, bearer }: PayOnlineProps) {
  const t = useTranslations('adoptionPage.online');
  const name = useId();
  const [method, setMethod] = useState<PaymentMethod | null>(null);
  const { pending, pay } = usePayAdoption(billingId, bearer);
  const onPay = () => {
    if (!method) return void notify.error(errorText('payment.method_required'), { id: 'payment' });
    void pay(method);
  };
  return (
    <>
      <span id={name} hidden>
        {title}
      </span>
      <MethodTiles labels={labels} method={method} onMethod={setMethod} disabled={pending} labelledBy={name} />
      <Button pending={pending} onClick={onPay} className="justify-self-start">
        {t('pay')}
      </Button>
    </>
  );
}
