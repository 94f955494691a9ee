'use client';

import { useTranslations } from 'use-intl';
import { ActionButton } from '@/components/platform/form/action-button';
import { callAsAdmin } from '@/lib/api/client/admin';

/** Reminds the office of an institute of its late reports. @param props.id of the institute */
export function RemindOffice({ id, institute }: { id: string; institute: string }) {
  const t = useTranslations('attention.remind');
  return (
    <ActionButton
      variant="bare"
      size="small"
      aria-label={t('of', { institute })}
      send={() => callAsAdmin('POST /admin/institutes/{instituteId}/reminder', { params: { instituteId: id } })}
      toast="reminder"
      done={t('done')}
      failed={t('failed')}
    >
      {t('open')}
    </ActionButton>
  );
}
