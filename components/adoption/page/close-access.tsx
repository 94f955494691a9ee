'use client';

import { useTranslations } from 'use-intl';
import { ActionButton } from '@/components/platform/form/action-button';
import { call } from '@/lib/api/client/client';

/** Ends the access of a guest in this browser. */
export function CloseAccess({ reference }: { reference: string }) {
  const t = useTranslations('adoptionPage.access');
  return (
    <ActionButton
      variant="bare"
      size="inline"
      send={() => call('DELETE /adoptions/{reference}/access', { params: { reference } })}
      toast="otp"
      done={t('closed')}
    >
      {t('close')}
    </ActionButton>
  );
}
