'use client';

import { useRouter } from 'next/navigation';
import { useEffect, useState } from 'react';
import { useTranslations } from 'use-intl';
import { notify } from '@/components/platform/ui/toaster';
import { asSchema } from '@/lib/api/client/client';
import { errorText } from '@/lib/platform/i18n/errors';
import { paymentResponseSchema } from '@/lib/money/schema';
import type { PaymentMethod } from '@/lib/adoption/payment-method';
import { callerOf, type Bearer } from '@/components/checkout/payment/adoption-api';

const TOAST = { id: 'payment' };

/** Begins or continues the online payment of an adoption and leads to the page of the payment service. */
export function usePay(billingId: string, bearer: Bearer) {
  const t = useTranslations('adoptionPage.online');
  const router = useRouter();
  const [pending, setPending] = useState(false);

  // Back from the payment service may show this page as it was left.
  useEffect(() => {
    const shown = ({ persisted }: PageTransitionEvent) => {
      if (!persisted) return;
      setPending(false);
      router.refresh();
    };
    window.addEventListener('pageshow', shown);
    return () => window.removeEventListener('pageshow', shown);
  }, [router]);

  const pay = async (method: PaymentMethod) => {
    setPending(true);
    const request = { params: { billingId }, body: { payment_method: method }, read: asSchema(paymentResponseSchema) };
    const result = await callerOf(bearer)('POST /billing/{billingId}/pay', request);
    if (result.ok && 'next' in result.data && result.data.next) return window.location.assign(result.data.next.url);
    setPending(false);
    if (!result.ok) notify.error(result.message ?? errorText('payment.failed'), TOAST);
    else if ('transaction_id' in result.data) notify.success(t('paid'), TOAST);
    router.refresh();
  };
  return { pending, pay };
}
