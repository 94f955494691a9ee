'use client';

import { useTranslations } from 'use-intl';
import { z } from 'zod';
import { ActionButton } from '@/components/form/action-button';
import { adminPost } from '@/lib/api-client/admin';

const checkedSchema = z.object({ success: z.literal(true) });

/** Lets the job ask the gateway about a payment once more. @param props.payment amount and company, as a sentence */
export function CheckPayment({ id, payment }: { id: string; payment: string }) {
  const t = useTranslations('attention.check');
  return (
    <ActionButton
      variant="bare"
      size="small"
      aria-label={t('of', { payment })}
      send={() => adminPost(`/admin/payments/${id}`, { action: 'check' }, checkedSchema)}
      toast="payment"
      done={t('done')}
      failed={t('failed')}
    >
      {t('open')}
    </ActionButton>
  );
}
