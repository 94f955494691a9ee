'use client';

import { useTranslations } from 'use-intl';
import { ActionButton } from '@/components/platform/form/action-button';
import { callAsAdmin } from '@/lib/api/client/admin';

/** Sends another one-time code to the contact of an adoption that waits for one. */
export function SendCodeAgain({ reference }: { reference: string }) {
  const t = useTranslations('adminAdoption.codes');
  return (
    <ActionButton
      variant="line"
      size="small"
      send={() => callAsAdmin('POST /admin/billings/{reference}/code', { params: { reference } })}
      toast="code"
      done={t('sentAgain')}
    >
      {t('again')}
    </ActionButton>
  );
}
