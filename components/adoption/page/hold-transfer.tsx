'use client';

import { useTranslations } from 'use-intl';
import { ActionButton } from '@/components/platform/form/action-button';
import { callAsSponsor } from '@/lib/api/client/session';

/** Pays for the held seats of the company by bank transfer, on the page of the adoption. */
export function HoldTransfer({ billingId }: { billingId: string }) {
  const t = useTranslations('adoptionPage.transfer');
  return (
    <ActionButton
      variant="line"
      className="justify-self-start"
      send={() => callAsSponsor('POST /billing/{billingId}/transfer', { params: { billingId } })}
      toast="payment"
      done={t('chosen')}
      failed={{ code: 'own_adoption.transfer_failed' }}
    >
      {t('choose')}
    </ActionButton>
  );
}
