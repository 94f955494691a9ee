'use client';

import { useTranslations } from 'use-intl';
import { usePending } from '@/components/platform/form/use-pending';
import { notify } from '@/components/platform/ui/toaster';
import { errorText } from '@/lib/platform/i18n/errors';
import type { PaymentStatusNow } from '@/lib/money/schema';
import { callerOf, type Bearer } from './adoption-api';

const TOAST = { id: 'payment' };

/** Closes an online payment that was begun, so that another way can be chosen; says what became of it. */
export function useGiveUp(billingId: string, bearer: Bearer) {
  const t = useTranslations('adoptionPage.online');
  /** Its result is the status of the payment; null if the request failed. */
  const [pending, giveUp] = usePending(async (): Promise<PaymentStatusNow | null> => {
    const result = await callerOf(bearer)('POST /billing/{billingId}/payment-close', { params: { billingId } });
    if (!result.ok) {
      notify.error(result.message ?? errorText('payment.failed'), TOAST);
      return null;
    }
    const { status } = result.data;
    if (status === 'paid') notify.success(t('paid'), TOAST);
    else if (status === 'pending') notify.info(t('underWay'), TOAST);
    else if (status === 'refund_due') notify.error(t('refund_due'), TOAST);
    else notify.success(t('givenUp'), TOAST);
    return status;
  });
  return { pending, giveUp };
}
