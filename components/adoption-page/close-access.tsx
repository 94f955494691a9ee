'use client';

import { useTranslations } from 'use-intl';
import { z } from 'zod';
import { ActionButton } from '@/components/form/action-button';
import { deleteJson } from '@/lib/api-client/client';

/** Ends the access of a guest in this browser. */
export function CloseAccess({ reference }: { reference: string }) {
  const t = useTranslations('adoptionPage.access');
  return (
    <ActionButton
      variant="bare"
      size="inline"
      send={() => deleteJson(`/adoptions/${encodeURIComponent(reference)}/access`, z.looseObject({}))}
      toast="otp"
      done={t('closed')}
    >
      {t('close')}
    </ActionButton>
  );
}
