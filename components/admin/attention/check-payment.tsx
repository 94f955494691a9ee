'use client';

import { useTranslations } from 'use-intl';
import { ActionButton } from '@/components/platform/form/action-button';
import { callAsAdmin } from '@/lib/api/client/admin';

/** Lets the job ask the gateway about a payment once more. @param props.payment amount and company, as a sentence */
export function CheckPayment({ id, payment }: { id: string; payment: string }) {
  const t = useTranslations('attention.check');
  return (
    <ActionButton
      variant="bare"
      size="small"
      aria-label={t('of', { payment })}
      send={() =>
        callAsAdmin('POST /admin/payments/{paymentId}', { params: { paymentId: id }, body: { action: 'check' } })
      }
      toast="payment"
      done={t('done')}
      failed={t('failed')}
    >
      {t('open')}
    </ActionButton>
  );
}
