'use client';

import { useTranslations } from 'use-intl';
import { ActionButton } from '@/components/platform/form/action-button';
import type { ApiResult } from '@/lib/api/client/client';
import { callAsSponsor } from '@/lib/api/client/session';

type TransferButtonProps = { billingId: string; onResult?: (result: ApiResult<unknown>) => void };

/** Pays for held seats by bank transfer; the adoption's own page says how then. */
export function TransferButton({ billingId, onResult }: TransferButtonProps) {
  const t = useTranslations('adoptionPage.transfer');
  return (
    <ActionButton
      variant="line"
      className="justify-self-start"
      send={async () => {
        const result = await callAsSponsor('POST /billing/{billingId}/transfer', { params: { billingId } });
        onResult?.(result);
        return result;
      }}
      toast="payment"
      done={t('chosen')}
      failed={{ code: 'own_adoption.transfer_failed' }}
    >
      {t('choose')}
    </ActionButton>
  );
}
